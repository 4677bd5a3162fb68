import Foundation
import Testing

/// Rows whose receipt stands deeper in a JSON object: `--field a.b`, `--keep a.b`, and what stands beside it.
@Suite struct NestedRowTests {
  /// A change of a database as Debezium tells it, with these members beside the receipt.
  private static func change(_ beside: String = #""uid":"u1""#) throws -> String {
    let receipt = try TestReceipts.line()
    return #"{"payload":{"op":"u","after":{\#(beside),"receipt":"\#(receipt)"}},"offset":12}"#
  }

  @Test(
    "A path leads to the receipt as jq and JSONPath write it",
    arguments: [
      ("payload.after.receipt", #"{"payload":{"after":{"receipt":R,"uid":1}}}"#),
      (".payload.after.receipt", #"{"payload":{"after":{"receipt":R,"uid":1}}}"#),
      ("$.payload.after.receipt", #"{"payload":{"after":{"receipt":R,"uid":1}}}"#),
      ("payload['after'].receipt", #"{"payload":{"after":{"receipt":R,"uid":1}}}"#),
      (#"["payload"]["after"]["receipt"]"#, #"{"payload":{"after":{"receipt":R,"uid":1}}}"#),
      ("records[1].data", #"{"records":[{"data":"x"},{"data":R}]}"#),
      ("$[records][1]", #"{"$[records][1]":R}"#),
      ("records.1.data", #"{"records":[{"data":"x"},{"data":R}]}"#),
      ("records.1.data", #"{"records":{"0":1,"1":{"data":R}}}"#),
      ("list[0][1]", #"{"list":[[1,R]]}"#),
      ("a.b", #"{"a":{"b":"x"},"a.b":R}"#),
      ("x.a.b", #"{"x":{"a":{"b":"x"},"a.b":R}}"#),
      (#"x["a.b"].c"#, #"{"x":{"a.b":{"c":R}}}"#),
      ("a..b", #"{"a..b":R}"#), ("a.", #"{"a":"x","a.":R}"#), ("a[x]", #"{"a[x]":R}"#),
      ("_id.$oid", #"{"_id":{"$oid":R}}"#), ("$", #"{"$":R}"#), (".", #"{".":R}"#),
      ("a[", #"{"a[":R}"#), (#"a["b]"#, #"{"a[\"b]":R}"#), ("a[]", #"{"a[]":R}"#),
    ])
  func paths(path: String, object: String) async throws {
    let line = object.replacingOccurrences(of: "R", with: "\"\(try TestReceipts.line())\"")
    let found = try await answers(["check", "--lines", "--field", path], line)
    #expect(found[0]["verdict"]?.string == "pass")
  }

  @Test(
    "A path that leads nowhere says how far it led, and lists the members there",
    arguments: [
      ("playload.after", "there is no member playload", "did you mean payload? there is payload"),
      (
        "payload.after.reciept", "there is no member reciept in payload.after",
        "did you mean receipt? there is receipt"
      ),
      (
        "payload.list[2]", "there is no 2 in payload.list, which is an array of 2 elements",
        "the first element is payload.list[0]"
      ),
      (
        "payload.list.name", "there is no name in payload.list, which is an array of 2 elements",
        "the first element is payload.list[0]"
      ),
      (
        "payload.list[1].id", "there is no id in payload.list[1], which is a number",
        "the path leads to payload.list[1], and no further"
      ),
      (
        "payload.before.receipt", "there is no receipt in payload.before, which is null",
        "the path leads to payload.before, and no further"
      ),
      (
        "payload.flag.x", "there is no x in payload.flag, which is true or false",
        "the path leads to payload.flag, and no further"
      ),
      (
        "payload.after.receipt.x", "there is no x in payload.after.receipt, which is a text",
        "the path leads to payload.after.receipt, and no further"
      ),
      (
        "payload.none.x", "there is no member x in payload.none", "this object has none"
      ),
      (
        "payload.list", "the member payload.list is not a text",
        "name the member that holds the receipt in base64, or a JWS"
      ),
    ])
  func missing(path: String, message: String, hint: String) async throws {
    let line =
      #"{"payload":{"after":{"receipt":"x"},"before":null,"list":[{},7],"flag":true,"none":{}}}"#
    let error = try await answers(["check", "--lines", "--field", path], line, status: 2)[0][
      "error"]
    #expect(error?["code"]?.string == "missing-field")
    #expect(error?["message"]?.string == message)
    #expect(error?["hint"]?.string == hint)
  }

  @Test("Kept values have their paths as names, and those that are not there are left out")
  func kept() async throws {
    let line = try Self.change(#""uid":"u1","tags":["a",{"b":2}]"#)
    for field in [[], ["--field", "payload.after.receipt"]] {
      let found = try await answers(
        ["check", "--lines", "--keep", "payload.after.uid,offset,payload.after.tags[1].b,no.way"]
          + field, line)
      #expect(
        found[0]["source"]?["row"]
          == (try JSON(#"{"payload.after.uid":"u1","offset":12,"payload.after.tags[1].b":2}"#.utf8))
      )
    }
    let none = try await answers(["check", "--lines", "--keep", "no.way"], line)
    #expect(none[0]["source"]?["row"] == nil)
    let bench = try Workbench()
    let table = try await bench.run(
      ["check", "--lines", "--keep", "payload.after.uid", "--format", "csv"],
      input: Array(line.utf8)
    ).expect(status: 0)
    #expect(try CSV(table.text).column("payload.after.uid") == ["u1"])
  }

  @Test("Everything beside the receipt is carried at every level, with --field or without")
  func beside() async throws {
    let line = try Self.change(#""uid":"u1","long":"\#(String(repeating: "x", count: 300))""#)
    for field in [[], ["--field", "payload.after.receipt"]] {
      let found = try await answers(["check", "--lines"] + field, line)
      let row = try #require(found[0]["source"]?["row"])
      #expect(row.names == ["payload", "offset"])
      #expect(row["payload"]?.names == ["op", "after"])
      #expect(row["payload"]?["after"]?.names == ["uid", "long"])
      #expect(found[0]["verdict"]?.string == "pass")
    }
    // An element leaves null, so that the others keep their numbers.
    let receipt = try TestReceipts.line()
    let array = try await answers(["check", "--lines"], #"{"a":[1,"\#(receipt)",{"b":3}]}"#)
    #expect(array[0]["source"]?["row"] == (try JSON(#"{"a":[1,null,{"b":3}]}"#.utf8)))
    // The secret of a request is not carried from any level.
    let request =
      #"{"id":1,"password":"p1","body":{"password":"p2","receipt-data":"\#(receipt)","u":2}}"#
    for field in [[], ["--field", "body.receipt-data"], ["--field", "body.none"]] {
      let found = try await answers(
        ["check", "--lines"] + field, request, status: field.last == "body.none" ? 2 : 0)
      #expect(found[0]["source"]?["row"] == (try JSON(#"{"id":1,"body":{"u":2}}"#.utf8)))
    }
  }

  @Test("Where two texts begin like receipts, only what is short is carried")
  func unclear() async throws {
    let receipt = try TestReceipts.line()
    let line = #"{"id":1,"a":{"r":"\#(receipt)","x":1},"b":["\#(receipt)"]}"#
    let found = try await answers(["check", "--lines"], line, status: 2)
    #expect(found[0]["error"]?["code"]?.string == "several-receipts")
    #expect(found[0]["source"]?["row"] == (try JSON(#"{"id":1}"#.utf8)))
    // One of them at the top is the receipt, as it always was.
    let top = try await answers(["check", "--lines"], #"{"r":"\#(receipt)","b":["\#(receipt)"]}"#)
    #expect(top[0]["source"]?["row"]?["b"]?.elements?.count == 1)
  }

  @Test("A response in a row is its receipt, and no text in it")
  func response() async throws {
    let receipt = try TestReceipts.line()
    let line =
      #"{"id":1,"body":{"at":2,"answer":{"status":0,"environment":"Sandbox","latest_receipt":"\#(receipt)"}}}"#
    let found = try await answers(["decode", "--lines"], line)
    #expect(found[0]["source"]?["form"]?.string == "verify-receipt")
    #expect(found[0]["source"]?["row"] == (try JSON(#"{"id":1,"body":{"at":2}}"#.utf8)))
  }

  @Test("redact writes a nested receipt anew in its place, and leaves what --keep names as it is")
  func redact() async throws {
    let bench = try Workbench()
    let line = try Self.change(#""uid":"u1","name":"Jo Smith","environment":"Sandbox""#)
    let gone = #"{"payload":{"op":"d","after":null},"offset":13}"#
    let options = [
      "redact", "--lines", "--keep", "payload.after.uid,payload.op,offset", "--root", "roots.pem",
      "--map", "map.json", "--force",
    ]
    for field in [[], ["--field", "payload.after.receipt"]] {
      let result = try await bench.run(
        options + field, input: Array((line + "\n" + gone + "\n").utf8)
      ).expect(status: 2)
      let copy = try JSON(result.lines[0].utf8)
      #expect(copy.names == ["payload", "offset"])
      #expect(copy["payload"]?.names == ["op", "after"])
      let after = try #require(copy["payload"]?["after"])
      #expect(after.names?.first == "uid" && after.names?.suffix(2) == ["environment", "receipt"])
      #expect(after["uid"]?.string == "u1" && after["environment"]?.string == "Sandbox")
      #expect(!result.text.contains("Smith") && !result.text.contains("\"name\""))
      // What stays is no replacement.
      #expect(!(try bench.text("map.json")).contains("\"u1\""))
      #expect(after["receipt"]?.string != (try TestReceipts.line()))
      let rest = try JSON(result.lines[1].utf8)
      #expect(rest["offset"]?.number == "13")
      #expect(rest["payload"]?["op"]?.string == (field.isEmpty ? nil : "d"))
      let all = try await bench.run(
        ["check", "--lines", "--field", "payload.after.receipt", "--trust-root", "roots.pem"],
        input: Array(result.lines[0].utf8)
      ).expect(status: 0)
      #expect(try all.json()["source"]?["row"]?["offset"]?.number == "12")
    }
  }

  @Test(
    "Hostile JSON takes no time",
    arguments: ["deep", "wide", "names", "many"])
  func hostile(shape: String) async throws {
    let count = 200_000
    let line =
      switch shape {
      case "deep":
        "["
          + String(
            repeating: String(repeating: #"{"a":"#, count: 60)
              + "1" + String(repeating: "}", count: 60) + ",", count: count / 120) + "0]"
      case "wide": "[" + String(repeating: "{},", count: count) + "0]"
      case "names": "{" + (0..<count).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      default: "{\"\(String(repeating: "reciep", count: 1 << 20))\":1}"
      }
    let bench = try Workbench()
    try bench.write("in.json", Array("{\"payload\":{\"x\":1,\"after\":\(line)}}\n".utf8))
    for options in ["", "--field payload.after.receipt --keep payload.after.a,payload.x"] {
      let result = try await bench.shell(
        #"ulimit -t 10; "$RECEIPT" check --lines \#(options) in.json"#
      ).expect(status: 2)
      #expect(result.lines.count == 1)
    }
  }

  @Test("A row keeps its key behind a byte-order mark, and before a comma")
  func keys() async throws {
    let row = #"{"id":1,"receipt":"\#(try TestReceipts.line())"}"#
    let marked = try await answers(["check", "--lines", "--keep", "id"], "\u{FEFF}" + row)
    #expect(marked[0]["source"]?["row"]?["id"]?.number == "1")
    // A line of an array.
    for options in [[], ["--keep", "id"], ["--field", "receipt"]] {
      let inArray = try await answers(["check", "--lines"] + options, row + ",")
      #expect(inArray[0]["source"]?["row"]?["id"]?.number == "1")
      #expect(inArray[0]["verdict"]?.string == "pass")
    }
  }

  @Test(
    "A receipt beside which something cannot be kept is an error, and not a row without a key",
    arguments: [
      #"{"id":NaN,"receipt":R}"#, #"{"id":1,"receipt":R,}"#, #"{"id":1,"id":2,"receipt":R}"#,
      #"{"id":1,"name":"\ud83d","receipt":R}"#, #"{"id":1,"receipt":R"#,
    ])
  func brokenObjects(object: String) async throws {
    let row = object.replacing("R", with: "\"\(try TestReceipts.line())\"")
    let found = try await answers(["check", "--lines"], row, status: 2)
    #expect(found[0]["error"]?["code"]?.string == "invalid-row")
    #expect(found[0]["verdict"]?.string == "error")
    // Behind words of a log there is no object whose members could be lost.
    _ = try await answers(["check", "--lines"], "INFO " + row)
  }

  @Test(
    "An object that is kept stays without the receipt in it, and without the secret beside that")
  func keptObjects() async throws {
    let receipt = try TestReceipts.line()
    let row = #"{"after":{"id":7,"receipt":"\#(receipt)","list":[1]},"before":{"receipt":"x"}}"#
    let found = try await answers(
      ["check", "--lines", "--field", "after.receipt", "--keep", "after,before,after.list"], row)
    let kept = try #require(found[0]["source"]?["row"])
    #expect(kept["after"] == (try JSON(#"{"id":7,"list":[1]}"#.utf8)))
    #expect(kept["before"] == (try JSON(#"{"receipt":"x"}"#.utf8)))
    #expect(kept["after.list"] == (try JSON("[1]".utf8)))
    let request = #"{"body":{"receipt-data":"\#(receipt)","password":"s3cret","u":5}}"#
    let secret = try await answers(["check", "--lines", "--keep", "body"], request)
    #expect(secret[0]["source"]?["row"]?["body"] == (try JSON(#"{"u":5}"#.utf8)))
    // What is named itself stays.
    let named = try await answers(
      ["check", "--lines", "--keep", "body.password,body.receipt-data"], request)
    #expect(named[0]["source"]?["row"]?["body.password"]?.string == "s3cret")
    #expect(named[0]["source"]?["row"]?["body.receipt-data"]?.string == receipt)
  }

  @Test("Beside a receipt a name of Apple's keeps what Apple writes there, and nothing else")
  func namesOfApple() async throws {
    let bench = try Workbench()
    let row = """
      {"r":"\(try TestReceipts.line())","reason":"alice@example.com was charged twice","type":"VIP Alice Smith",
       "version":"491701234567","currency":"Alice","environment":"Production","userLocale":"de-DE",
       "subtype":"INITIAL_BUY","application_version":"1.2.3"}
      """.replacing("\n", with: "")
    let copy = try await bench.run(
      ["redact", "--lines", "--field", "r"], input: Array(row.utf8)
    ).json()
    #expect(copy["environment"]?.string == "Production")
    #expect(copy["userLocale"]?.string == "de-DE")
    #expect(copy["subtype"]?.string == "INITIAL_BUY")
    #expect(copy["application_version"]?.string == "1.2.3")
    for name in ["reason", "type", "version", "currency"] {
      let text = try #require(copy[name]?.string, "\(name)")
      #expect(!row.contains(text), "\(name): \(text)")
    }
  }
}
