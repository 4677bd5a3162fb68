import Testing

@testable import ReceiptCore

@Suite struct JSONWalkTests {
  /// The scalars in a value, each behind its path.
  private static func scalars(_ text: String) throws -> [String] {
    var walk = JSONWalk()
    walk.enter(try JSONReader.read(Array(text.utf8)))
    var found: [String] = []
    while let value = walk.next() {
      if value.childCount > 0 { walk.enter(value) } else { found.append("\(walk.path)=\(value)") }
    }
    return found
  }

  @Test("Every value is found in order, with its path")
  func order() throws {
    #expect(
      try Self.scalars(#"{"a":1,"b":[2,{"c":3,"d":[[4]]},[]],"e":{}}"#)
        == ["a=1", "b[0]=2", "b[1].c=3", "b[1].d[0][0]=4", "b[2]=[]", "e={}"])
    #expect(try Self.scalars("[[1],2]") == ["[0][0]=1", "[1]=2"])
  }

  @Test("A name is whole in a path up to its limit, and shortened beyond")
  func names() throws {
    let most = String(repeating: "a", count: JSONWalk.maximumName)
    #expect(try Self.scalars("{\"\(most)\":1}") == ["\(most)=1"])
    #expect(try Self.scalars("{\"\(most)a\":1}") == ["\(most.prefix(64))…=1"])
  }

  @Test("A long name is not written once for each value in it")
  func cost() throws {
    // With all their paths the values take 4 GB.
    let name = String(repeating: "a", count: 200_000)
    let objects = Array(repeating: "{\"b\":[1]}", count: 20_000).joined(separator: ",")
    let json = "{\"\(name)\":[\(objects)]}"
    #expect(throws: ReceiptError.self) { try FoundReceipt.all(in: Array(json.utf8)) }
    let answer = try JSONReader.read(Array(json.utf8))
    #expect(SignedTexts.find(in: answer).isEmpty)
  }
}
