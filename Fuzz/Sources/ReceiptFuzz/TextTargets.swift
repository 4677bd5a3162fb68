@testable import ReceiptCore

/// Everything that reads text.
extension FuzzTarget {
  static let texts: [FuzzTarget] = [
    FuzzTarget("date", seeds: Seeds.dates, run: date),
    FuzzTarget("unwrap", seeds: Seeds.wrapped, run: unwrap),
    FuzzTarget("plist", seeds: Seeds.propertyLists, run: propertyList),
    FuzzTarget("json", seeds: Seeds.json, run: json),
    FuzzTarget("jws", seeds: Seeds.jws, run: jws),
    FuzzTarget("printed", seeds: Seeds.printed, run: printed),
  ]

  private static func date(_ bytes: [UInt8]) {
    if let date = ReceiptDate(bytes),
      ReceiptDate.writable.contains(date.millisecondsSince1970)
    {
      // The written form means the same moment.
      promise(ReceiptDate(date.description.utf8) == date, "\(date) is not read as it is written")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    if let date = DateSpelling.date(text),
      ReceiptDate.writable.contains(date.millisecondsSince1970)
    {
      promise(
        DateSpelling.date(date.description) == date, "\(date) is another date when read again")
    }
    if let span = TimeSpan(text) {
      let start = ReceiptDate(millisecondsSince1970: 1_500_000_000_000)
      _ = start.adding(span).since(start).description
    }
    if let version = VersionNumber(ReceiptString(bytes)) {
      promise(version == version && !(version < version), "a version is older than itself")
    }
    _ = AppleDateText(ReceiptString(bytes))
  }

  /// Removing what is wrapped around a receipt comes to an end, and gives the same twice.
  private static func unwrap(_ bytes: [UInt8]) {
    let limits = DecodingLimits()
    func found() -> [String] {
      do throws(ReceiptError) {
        return try FoundReceipt.all(in: bytes, limits: limits).map { result in
          switch result.input {
          case .success(let input): "\(input.layers) \(input.bytes)"
          case .failure(let error): "\(error.code) \(error.message)"
          }
        }
      } catch {
        return ["\(error.code) \(error.message)"]
      }
    }
    promise(found() == found(), "unwrapping the same bytes gives something else")
  }

  private static func propertyList(_ bytes: [UInt8]) {
    let reader = PropertyListReader(bytes)
    promise(reader.entries.count <= PropertyListReader.maximumEntries, "there are too many entries")
    for entry in reader.entries {
      promise(bytes.indices.contains(entry.offset), "an entry is outside of the file")
    }
    if reader.fault == nil {
      promise(
        Set(reader.entries.map(\.key)).count == reader.entries.count, "a key was accepted twice")
    }
  }

  /// What is read and written again is read as the same.
  private static func json(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return }
    let text = Array(value.description.utf8)
    guard let again = try? JSONReader.read(text) else {
      promise(false, "JSON is not read as it was written")
      return
    }
    promise(again == value, "JSON is another value when read again")
    promise(Array(again.description.utf8) == text, "JSON is written in two ways")
  }

  private static func jws(_ bytes: [UInt8]) {
    guard let jws = try? JWS.read(bytes) else { return }
    let joined = Array(jws.segments.joined(separator: [UInt8(ascii: ".")]))
    promise(joined == bytes, "the segments are not the text")
    promise(jws.payload.members != nil, "a payload is no object")
    promise(jws.certificates.count <= DecodingLimits().maximumCertificates, "too many certificates")
  }

  /// A value that a program printed is a value of JSON.
  private static func printed(_ bytes: [UInt8]) {
    var values: [JSONValue] = []
    if let syntax = ValueSyntax.beginning(bytes[...]) {
      values += (try? ValueSyntax.whole(bytes, bytes.indices, syntax.read)).map { [$0] } ?? []
    }
    values += (try? ValueSyntax.whole(bytes, bytes.indices, YAMLReader.read)).map { [$0] } ?? []
    values += (try? ValueSyntax.whole(bytes, bytes.indices, XMLListReader.read)).map { [$0] } ?? []
    for value in values {
      let again = try? JSONReader.read(Array(value.description.utf8))
      // A reader of printed values takes the first of two equal names.
      promise(again == nil || again == value, "a printed value is another when read again")
    }
  }
}
