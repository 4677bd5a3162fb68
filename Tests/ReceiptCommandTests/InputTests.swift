import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Every kind of FILE argument.
@Suite(.timeLimit(.minutes(60))) struct InputTests {
  /// The reported names of inputs, and whether each could be read.
  private func sources(_ result: CommandResult) throws -> [String] {
    try result.lines.map {
      let json = try JSON(Array($0.utf8))
      return (json["error"] == nil ? "" : "!") + (json["source"]?["name"]?.string ?? "")
    }
  }

  private func wrapped(_ text: [UInt8], at width: Int, with end: String) -> [UInt8] {
    let solid = text.filter { $0 > 0x20 }
    return stride(from: 0, to: solid.count, by: width).flatMap {
      Array(solid[$0..<min($0 + width, solid.count)]) + Array(end.utf8)
    }
  }

  @Test("DER and every spelling of base64 give the same receipt")
  func encodings() async throws {
    let bench = try Workbench()
    let base64 = try TestReceipts.base64()
    try bench.write("1.der", TestReceipts.der())
    try bench.write("2.b64", base64)
    try bench.write("3.wrapped", wrapped(base64, at: 64, with: "\n"))
    try bench.write("4.crlf", wrapped(base64, at: 76, with: "\r\n"))
    try bench.write("5.indented", Array("  \n\t".utf8) + wrapped(base64, at: 60, with: "\n  "))
    try bench.write("6.unpadded", base64.filter { $0 != UInt8(ascii: "=") })
    let result = try await bench.run(["decode", ".", "--format", "ndjson"]).expect(status: 0)
    let receipts = try result.lines.map { try JSON(Array($0.utf8))["receipt"] }
    #expect(receipts.count == 6 && receipts.allSatisfy { $0 != nil && $0 == receipts[0] })
  }

  @Test("Standard input is read for -, and if no file is named", arguments: [[], ["-"]])
  func standardInput(files: [String]) async throws {
    let bench = try Workbench()
    let result = try await bench.run(
      ["decode"] + files, environment: ["COLUMNS": "100"], input: TestReceipts.base64()
    ).expect(status: 0).expectSilence()
    #expect(result.lines.first?.hasPrefix("standard input: App Store receipt") == true)
  }

  @Test("Standard input comes first among several")
  func standardInputFirst() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    let result = try await bench.run(
      ["decode", "a", "-", "--format", "ndjson"], input: TestReceipts.der()
    ).expect(status: 0)
    #expect(try sources(result) == ["-", "a"])
  }

  @Test("Empty standard input is an error that says what to do")
  func emptyStandardInput() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["decode"]).expect(status: 2)
      .expect(message: "standard input: there is nothing in it")
    #expect(result.output.isEmpty)
    #expect(!result.messageText.contains("at byte"), "\(result)")
  }

  @Test("A closed standard input, and a folder as standard input, are errors")
  func oddStandardInput() async throws {
    let bench = try Workbench()
    try await bench.shell(#""$RECEIPT" decode <&-"#).expect(status: 2)
      .expect(message: "standard input: this cannot be read")
    try await bench.shell(#""$RECEIPT" decode - < ."#).expect(status: 2)
      .expect(message: "standard input: this cannot be read: is a directory")
  }

  @Test("The receipt in an app is found", arguments: ["My.app", "My.app/", "./My.app//"])
  func app(name: String) async throws {
    let bench = try Workbench()
    try bench.write("My.app/Contents/_MASReceipt/receipt", TestReceipts.der())
    try bench.write("My.app/Contents/Info.plist", Array("<plist/>".utf8))
    let result = try await bench.run(["decode", name, "--format", "ndjson"]).expect(status: 0)
      .expectSilence()
    let source = try #require(try result.json()["source"]?["name"]?.string)
    #expect(source.hasSuffix("Contents/_MASReceipt/receipt"))
    #expect(layers(try result.json()) == ["app-bundle"])
    let shown = try await bench.run(["decode", name]).expect(status: 0)
    #expect(shown.lines.first?.contains("PKCS#7 DER in an app, 5,445 bytes") == true)
    // The file itself has no wrapping.
    let file = try await bench.run(["decode", source, "--format", "json"]).expect(status: 0)
    #expect(layers(try file.json()) == [])
    let dumped = try await bench.run(["dump", name, "--format", "json"]).expect(status: 0)
    #expect(layers(try dumped.json()) == ["app-bundle"])
  }

  private func layers(_ json: JSON) -> [String]? {
    json["source"]?["layers"]?.elements?.compactMap(\.string)
  }

  @Test(
    "The receipts in an app's data container are found, and nothing else",
    arguments: ["App.xcappdata/AppData", "data"])
  func container(root: String) async throws {
    let bench = try Workbench()
    try bench.write("\(root)/StoreKit/sandboxReceipt", TestReceipts.der())
    try bench.write("\(root)/Library/Preferences/a.plist", Array("<plist/>".utf8))
    try bench.write("\(root)/Documents/note.txt", Array("hello".utf8))
    let folder = String(root.prefix { $0 != "/" })
    let one = try await bench.run(["decode", folder, "--format", "json"]).expect(status: 0)
      .expectSilence()
    #expect(
      try one.json()["source"]?["name"]?.string == "\(root)/StoreKit/sandboxReceipt")
    try bench.write("\(root)/StoreKit/receipt", TestReceipts.der())
    let two = try await bench.run(["decode", folder, "--format", "ndjson"]).expect(status: 0)
    #expect(
      try sources(two) == ["\(root)/StoreKit/receipt", "\(root)/StoreKit/sandboxReceipt"])
    for line in two.lines { #expect(layers(try JSON(Array(line.utf8))) == ["container"]) }
  }

  @Test(
    "A container is recognized by its receipts, even if other parts are missing",
    arguments: ["App.xcappdata/AppData", "data"])
  func bareContainer(root: String) async throws {
    let bench = try Workbench()
    try bench.write("\(root)/StoreKit/receipt", TestReceipts.base64())
    try bench.write("\(root)/Documents/note.txt", Array("hello".utf8))
    let folder = String(root.prefix { $0 != "/" })
    let json = try await bench.run(["decode", folder, "--format", "json"]).expect(status: 0)
      .expectSilence().json()
    #expect(layers(json) == ["container", "base64"])
    // Without receipts, a folder of that name is an ordinary folder.
    try bench.write("other/StoreKit/note.txt", Array("hello".utf8))
    try await bench.run(["decode", "other"]).expect(status: 2).expect(message: "note.txt")
  }

  @Test("An app without a receipt gives an error with the reason")
  func appWithoutReceipt() async throws {
    let bench = try Workbench()
    try bench.makeFolder("Bare.app/Contents")
    let result = try await bench.run(["decode", "Bare.app", "--format", "json"])
      .expect(status: 2)
      .expect(message: "Bare.app: this app has no Contents/_MASReceipt/receipt")
      .expect(message: "hint: an app that did not come from the App Store has no receipt")
    #expect(try result.json()["error"]?["code"]?.string == "no-receipt")
  }

  @Test("A folder gives the files in it and its subfolders, sorted, without hidden ones")
  func folder() async throws {
    let bench = try Workbench()
    let der = try TestReceipts.der()
    for name in ["b", "a", "B", "z/y/x", "c.app/Contents/_MASReceipt/receipt", "a10", "a9", "é"] {
      try bench.write("in/\(name)", der)
    }
    try bench.write("in/.hidden", [0])
    try bench.write("in/.git/config", [0])
    try bench.write("in/c.app/Contents/MacOS/c", [0])
    let result = try await bench.run(["decode", "in/", "--format", "ndjson"]).expect(status: 0)
    #expect(
      try sources(result) == [
        "in/B", "in/a", "in/a10", "in/a9", "in/b", "in/c.app/Contents/_MASReceipt/receipt",
        "in/z/y/x", "in/é",
      ])
  }

  @Test("Links to folders are not followed, links to files are, and a broken one is an error")
  func links() async throws {
    let bench = try Workbench()
    try bench.write("in/a", TestReceipts.der())
    try bench.link("in/loop", to: ".")
    try bench.link("in/up", to: "..")
    try bench.link("in/file", to: "a")
    try bench.link("in/gone", to: "nowhere")
    try bench.link("in/self", to: "self")
    let result = try await bench.run(["decode", "in", "--format", "ndjson"]).expect(status: 2)
    #expect(try sources(result) == ["in/a", "in/file", "!in/gone", "!in/self"])
    result.expect(message: "in/self: this cannot be read: too many levels of symbolic links")
    // A link that is named is followed.
    let named = try await bench.run(["decode", "in/loop", "--format", "ndjson"])
      .expect(status: 2)
    #expect(try sources(named).contains("in/loop/a"))
  }

  @Test("A broken link is reported as one")
  func brokenLink() async throws {
    let bench = try Workbench()
    try bench.link("gone", to: "nowhere")
    let result = try await bench.run(["decode", "gone"]).expect(status: 2)
    #expect(result.messageText.contains("link"), "\(result)")
  }

  @Test(
    "A folder without files is an error",
    arguments: ["empty", "folders", "hidden"])
  func emptyFolder(name: String) async throws {
    let bench = try Workbench()
    try bench.makeFolder("empty")
    try bench.makeFolder("folders/a/b")
    try bench.write("hidden/.receipt", [0])
    for format in ["text", "json", "ndjson", "csv", "verify-receipt"] {
      try await bench.run(["decode", name, "--format", format]).expect(status: 2)
        .expect(message: "\(name): there is no file in this folder")
    }
  }

  @Test("A folder of other files reports each of them")
  func folderWithoutReceipts() async throws {
    let bench = try Workbench()
    try bench.write("in/README.md", Array("# Nothing here\n".utf8))
    try bench.write("in/data.json", Array("{}".utf8))
    let result = try await bench.run(["decode", "in", "--format", "ndjson"]).expect(status: 2)
    #expect(try sources(result) == ["!in/README.md", "!in/data.json"])
  }

  @Test("A bad input does not stop the rest, in any format")
  func badInTheMiddle() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    try bench.write("b", Array("no receipt".utf8))
    try bench.write("c", TestReceipts.der())
    let arguments = ["decode", "c", "missing", "b", "a", "--format"]
    let lines = try await bench.run(arguments + ["ndjson"]).expect(status: 2)
    #expect(try sources(lines) == ["a", "!b", "c", "!missing"])
    let json = try await bench.run(arguments + ["json"]).expect(status: 2).json()
    #expect(json.elements?.map { $0["error"] != nil } == [false, true, false, true])
    let csv = try await bench.run(arguments + ["csv"]).expect(status: 2)
    #expect(try CSV(csv.text).column("file") == ["a", "a", "c", "c"])
    let answers = try await bench.run(arguments + ["verify-receipt"]).expect(status: 2).json()
    #expect(answers.elements?.map { $0["status"]?.number } == ["0", "21002", "0", nil])
    // Of a file that is not there, Apple would have been sent nothing.
    #expect(answers[3]?["error"]?["code"]?.string == "not-found")
    #expect(answers[3]?["source"]?["name"]?.string == "missing")
    let text = try await bench.run(
      arguments + ["text"], environment: ["COLUMNS": "100"]
    ).expect(status: 2)
    Golden.expect(text.output, "bad-in-the-middle.100.txt")
    Golden.expect(text.messages, "bad-in-the-middle.messages.txt")
  }

  @Test("A missing file is reported as missing", arguments: ["missing", "missing/receipt", "a/b"])
  func missing(name: String) async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    try await bench.run(["decode", name]).expect(status: 2)
      .expect(message: "there is no such file")
  }

  @Test("An empty name is wrong usage")
  func emptyName() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["decode", ""]).expect(status: 64)
    #expect(result.messageText.contains("the name of a file is empty"), "\(result)")
  }

  @Test(
    "A file that cannot be read gives the reason and a hint",
    .enabled(if: !Machine.isSuperuser, "the superuser may read every file"))
  func unreadable() async throws {
    let bench = try Workbench()
    try bench.write("secret", TestReceipts.der())
    try await bench.shell(#"chmod 000 secret; "$RECEIPT" decode secret"#).expect(status: 2)
      .expect(message: "secret: this cannot be read: permission denied")
      .expect(message: "hint: you may lack the permission")
  }

  @Test("A loop of links and a name that is too long are ordinary errors")
  func unopenable() async throws {
    let bench = try Workbench()
    try bench.link("circle", to: "circle")
    try await bench.run(["decode", "circle"]).expect(status: 2)
      .expect(message: "circle: this cannot be read: too many levels of symbolic links")
    try await bench.run(["decode", String(repeating: "x", count: 300)]).expect(status: 2)
      .expect(message: "this is a text, and no name of a file")
  }

  @Test("A device, or a pipe in a folder, is not opened: it can neither hang nor fill memory")
  func devices() async throws {
    let bench = try Workbench()
    for device in ["/dev/zero", "/dev/null", "/dev/random"] {
      try await bench.run(["decode", device]).expect(status: 2)
        .expect(message: "\(device): this is no regular file")
        .expect(message: "hint: name a file or a pipe")
    }
    // In a folder too, without affecting the others.
    let folder = try await bench.shell(
      #"mkdir in; mkfifo in/a; : > in/b; "$RECEIPT" decode in --format ndjson"#)
    #expect(try sources(folder.expect(status: 2)) == ["!in/a", "!in/b"])
  }

  @Test(
    "A pipe that is named is read like a file",
    arguments: [
      "decode in -f json > out", "decode in --lines > out",
      "check in --trust-root roots --at 2024-01-01 -f json > out", "redact in -o out",
      "dump in -f json > out",
      "make spec -o out",
    ])
  func pipes(command: String) async throws {
    let bench = try Workbench()
    try bench.write("files/in", TestReceipts.base64().filter { $0 > 0x20 })
    try bench.write("files/spec", "receipt: {receipt_creation_date: 2024-01-01}".utf8)
    try await bench.run(["make", "--root", "files/roots"]).expect(status: 0)
    let script = """
      cd files && "$RECEIPT" COMMAND && mv out ../expected && cd .. && mkdir pipes && cd pipes
      for name in in spec roots; do
        mkfifo $name; (cat ../files/$name > $name) & writers="$writers $!"
      done
      "$RECEIPT" COMMAND
      kill $writers 2> /dev/null || true
      """
    try await bench.shell("set -e; " + script.replacing("COMMAND", with: command))
      .expect(status: 0)
    let isRandom = command.hasPrefix("redact")
    let out = try bench.read("pipes/out")
    #expect(isRandom ? !out.isEmpty : out == (try bench.read("expected")))
  }

  @Test("What a shell substitutes for a command is read", .enabled(if: Shell.bash.isThere))
  func substitution() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    let expected = try await bench.run(["decode", "a", "-f", "csv"]).expect(status: 0)
    for command in ["decode", ""] {
      let script = "\"$0\" \(command) <(cat a) -f csv"
      let result = try await bench.execute(
        "/usr/bin/env", ["bash", "-c", script, Workbench.binary()])
      result.expect(status: 0)
      #expect(result.lines.count == expected.lines.count && result.lines.count > 1)
    }
  }

  @Test(
    "A pipe that falls silent, a socket and a device are errors within two seconds",
    .enabled(if: Python.isThere, Python.absence),
    arguments: ["check", "decode", "diagnose", "dump", "table", "timeline"])
  func silentPipe(command: String) async throws {
    let bench = try Workbench()
    let socket = "import socket; socket.socket(socket.AF_UNIX).bind('socket')"
    try await bench.execute(Python.program("python"), ["-c", socket]).expect(status: 0)
    try await bench.shell(
      #"mkfifo pipe; timeout 2 "$RECEIPT" \#(command) pipe; test $? -eq 2 || exit 1"#
        + #"; sleep 9 > pipe & writer=$!; timeout 2 "$RECEIPT" \#(command) pipe; status=$?"#
        + "; kill $writer; test $status -eq 2"
    ).expect(status: 0).expect(message: "this is a pipe without a writer [not-a-file]")
    try await bench.shell(
      #"(printf MIIT; sleep 9) > pipe & writer=$!; timeout 2 "$RECEIPT" \#(command) pipe; status=$?"#
        + "; kill $writer; test $status -eq 2"
    ).expect(status: 0).expect(
      message: "nothing follows the first 4 bytes of this pipe, and it is not closed [not-a-file]")
    for name in ["socket", "/dev/zero", "/dev/null", "/dev/tty"] {
      try await bench.shell(#"timeout 2 "$RECEIPT" \#(command) \#(name)"#).expect(status: 2)
    }
  }

  @Test("A pipe with rows is waited for")
  func slowRows() async throws {
    let bench = try Workbench()
    try bench.write("rows", TestReceipts.base64().filter { $0 > 0x20 } + [0x0A])
    try await bench.shell(
      #"mkfifo pipe; (sleep 1.5; cat rows > pipe) & "$RECEIPT" decode --lines pipe"#
    ).expect(status: 0)
  }

  @Test("A pipe whose writer pauses is read to its end")
  func pausingPipe() async throws {
    let bench = try Workbench()
    let base64 = try TestReceipts.base64()
    try bench.write("all", base64)
    try bench.write("rest", base64.dropFirst())
    try #require(base64.first == UInt8(ascii: "M"))
    let expected = try await bench.run(["decode", "all", "-f", "json"]).expect(status: 0).json()
    let result = try await bench.shell(
      #"mkfifo pipe; (printf M; sleep 0.3; cat rest) > pipe & "$RECEIPT" decode pipe -f json"#
    ).expect(status: 0)
    #expect(try result.json()["receipt"] == expected["receipt"])
  }

  @Test("A file whose name is not UTF-8 is opened, and shown by its bytes")
  func octetNames() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    for command in ["decode", "decode --all", "check --form=app-receipt", "dump", "diagnose"] {
      let result = try await bench.shell(
        #"name=$(printf 'a\377b'); cp receipt "$name"; cp receipt "$(printf 'a\357\277\275b')""#
          + #"; "$RECEIPT" \#(command) "$name""#)
      #expect(result.text.contains(#"a\xffb"#) || command == "diagnose", "\(result)")
      #expect(!result.text.contains("\u{FFFD}") && result.messageText.isEmpty, "\(result)")
    }
    try await bench.shell(#""$RECEIPT" decode "$(printf 'none\377')""#).expect(status: 2)
      .expect(message: #"none\xff: there is no such file"#)
    try await bench.shell(
      #"root=$(printf 'r\377'); "$RECEIPT" make --root root && mv root "$root" || exit"#
        + #"; "$RECEIPT" decode receipt --trust-root="$root""#
    ).expect(status: 0)
  }

  @Test("A file whose name is not UTF-8 is written under that name, and a key in one is kept")
  func octetOutputs() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.shell(
      #"""
      folder=$(printf 'd\377'); mkdir "$folder" || exit 3; cp receipt "$folder/r"
      key=$(printf 'k\376'); map=$(printf 'm\376')
      for copy in one two; do
        "$RECEIPT" redact receipt -o "$folder/$copy" --redact-key "$key" || exit
      done
      cmp "$folder/one" "$folder/two" && "$RECEIPT" redact receipt -o "$folder/o" --map="$map" || exit
      ! "$RECEIPT" redact receipt -o "$folder/p" --map="$map" 2>/dev/null || exit
      "$RECEIPT" demo "$folder/demo" >/dev/null && test -d "$folder/demo" || exit
      echo 'receipt: {}' | "$RECEIPT" make - -o "$folder/made" --pki "$folder/pki" && test -f "$folder/made" || exit
      echo 6F9619FF-8B86-D011-B42D-00CF4FC964FF >"$folder/device"
      "$RECEIPT" check receipt --device-id @"$folder/device" | grep -q ' device ' || exit
      ls -A . "$folder" | grep -F '\x' && exit 4
      exit 0
      """#
    ).expect(status: 0)
  }

  @Test("An empty pipe says that nothing came, and not that an app has no receipt")
  func emptyPipe() async throws {
    let bench = try Workbench()
    for command in [
      ": | \"$RECEIPT\" decode", "mkfifo pipe; (: > pipe) & \"$RECEIPT\" decode pipe",
    ] {
      try await bench.shell(command).expect(status: 2)
        .expect(message: "nothing came through the pipe [empty]")
        .expect(message: "hint: run the command before the | alone")
    }
  }

  @Test(
    "What is no file's name is told as what it is",
    arguments: [
      ("https://example.com/r", "this is an address", "download the receipt"),
      (String(repeating: "MIIT", count: 500), "this is a text", "pbpaste | receipt decode"),
      ("com.example.app", "this is no file", "receipt check FILE --bundle-id com.example.app"),
      ("com.my-shop.tea", "this is no file", "receipt check FILE --bundle-id com.my-shop.tea"),
      ("com", "there is no such file", "check the path"),
      ("com.example.app copy", "there is no such file", "a name with spaces needs quotes"),
      ("receipt.bin", "there is no such file", "check the path"),
    ])
  func mistakenName(name: String, message: String, hint: String) async throws {
    let bench = try Workbench()
    for command in ["decode", "check", "diagnose", "dump", "redact", "table"] {
      let result = try await bench.run([command, name]).expect(status: 2)
        .expect(message: message).expect(message: hint).expect(message: "[not-found]")
      #expect(result.messageText.utf8.count < 300)
    }
    // A file may have such a name.
    guard !name.contains("/"), name.utf8.count < 256 else { return }
    try bench.write(name, TestReceipts.der())
    try await bench.run(["decode", name]).expect(status: 0)
  }

  @Test("At a terminal, - says how to end what is typed", .enabled(if: Machine.hasScript))
  func typed() async throws {
    let bench = try Workbench()
    let words = "type or paste it here, then press Control-D on an empty line"
    for (options, isShown) in [("", true), ("-q", false)] {
      let result = try await bench.shell(
        "printf 'receipt: {}\\n\\004' | script -qc \"$RECEIPT make - -o out \(options)\" /dev/null")
      #expect(result.text.contains(words) == isShown, "\(result)")
    }
    #expect(try !bench.read("out").isEmpty)
    let piped = try await bench.run(["make", "-", "-o", "out"], input: Array("receipt: {}".utf8))
    piped.expect(status: 0).expectSilence()
  }

  @Test("/dev/stdin means standard input, as in other tools")
  func devStandardInput() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    try await bench.shell(#""$RECEIPT" decode /dev/stdin < a"#).expect(status: 0)
    let piped = try await bench.shell(#"cat a | "$RECEIPT" decode /dev/stdin"#)
    #expect(piped.code == 0, "\(piped)")
  }

  @Test("An empty file is an error that says what it may mean")
  func emptyFile() async throws {
    let bench = try Workbench()
    try bench.write("empty", [])
    let result = try await bench.run(["decode", "empty", "--format", "json"]).expect(status: 2)
      .expect(message: "empty: there is nothing in it")
    #expect(try result.json()["error"]?["code"]?.string == "empty")
  }

  @Test("Offsets are explained")
  func offsets() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.base64())
    let result = try await bench.run(["decode", "receipt", "--all"]).expect(status: 0)
    #expect(!result.text.contains("offsets are in the file"))
  }

  @Test("A DER file too small for a receipt is not reported as \"neither DER nor base64\"")
  func smallDER() async throws {
    let bench = try Workbench()
    let small = SignedDataTemplate(
      payload: DER.set([]), digestAlgorithms: [DigestAlgorithm.sha256.identifier], certificates: [],
      signerInfos: [])
    try bench.write("receipt", small.encoded)
    let result = try await bench.run(["decode", "receipt"]).expect(status: 2)
    #expect(!result.messageText.contains("neither DER"), "\(result)")
  }

  @Test("A word that happens to be base64 is not treated as an encoded file")
  func word() async throws {
    let bench = try Workbench()
    try bench.write("receipt", Array("null\n".utf8))
    let result = try await bench.run(["decode", "receipt"]).expect(status: 2)
    #expect(!result.messageText.contains("this is base64"), "\(result)")
  }

  @Test("A thousand files are all read")
  func manyFiles() async throws {
    let bench = try Workbench()
    let der = try TestReceipts.der()
    for number in 0..<1000 { try bench.write("in/\(number % 10)/\(number)", der) }
    let result = try await bench.run(["decode", "in", "--format", "csv"]).expect(status: 0)
      .expectSilence()
    let table = try CSV(result.text)
    #expect(table.rows.count == 2000 && Set(table.column("file")).count == 1000)
    let files = table.column("file").map { Array($0.utf8) }
    #expect(zip(files, files.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
  }
}
