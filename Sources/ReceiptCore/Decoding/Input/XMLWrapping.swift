/// Property lists in XML. Other pages are recognized and refused.
enum XMLWrapping {
  /// Receipts are longer than this.
  private static let minimumLength = 100

  /// How property lists begin, including elements that people often copy alone.
  private static let lists = ["<?xml", "<plist", "<!doctype plist", "<dict>", "<data>"]
  /// How web pages begin, and the parts of them that servers send as errors.
  private static let pages = [
    "<!doctype html", "<html", "<head", "<body", "<div", "<title", "<script", "<h1", "<p>",
    "<center",
  ]
  /// What servers write when they are down (RFC 9110, 15.6).
  private static let outages = [
    "Service Unavailable", "Service Temporarily Unavailable", "Bad Gateway", "Gateway Time",
    "Internal Server Error",
  ]
  /// Keys that only provisioning profiles have.
  private static let profileKeys = [
    "<key>DeveloperCertificates</key>", "<key>ProvisionedDevices</key>",
    "<key>ProvisionsAllDevices</key>",
  ]

  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    let beginning = text.prefix(1024)
    if pages.contains(where: { Text.begins(text, with: $0) })
      || Text.contains("<html", in: beginning)
    {
      return .mistake(outages.contains { Text.contains($0, in: beginning) } ? .outage : .htmlPage)
    }
    guard lists.contains(where: { Text.begins(text, with: $0) }) else { return nil }
    if let inner = PrintedWrapping.propertyList(text, in: wrapped) { return .wrapped([inner]) }
    var inner: [InputUnwrapper.Wrapped] = []
    for name in ["data", "string"] {
      var position = text.startIndex
      var number = 0
      while inner.count <= InputUnwrapper.maximumReceipts,
        let open = Text.range(of: "<\(name)>", in: text, from: position)
      {
        let close = Text.range(of: "</\(name)>", in: text, from: open.upperBound)
        let content = text[open.upperBound..<(close?.lowerBound ?? text.endIndex)]
        position = close?.upperBound ?? text.endIndex
        number += 1
        // An element without an end is ignored, unless a receipt is cut off in it.
        guard content.count >= minimumLength,
          close != nil || LogScan.isReceipt(Text.trimmed(content))
        else { continue }
        let cut = InputUnwrapper.Cut(
          code: .truncated, message: "the property list breaks off", offset: text.endIndex)
        inner.append(
          wrapped.inside(
            .propertyList, Array(content), part: "<\(name)> \(number)",
            cut: close == nil ? cut : nil
          ))
      }
    }
    if profileKeys.contains(where: { Text.contains($0, in: text) }) {
      return .mistake(.profileContent)
    }
    // If there are several values, only receipts are kept. A single value is kept even if it is faulty.
    let receipts = inner.filter { LogScan.isReceipt(Text.trimmed($0.bytes)) }
    if !receipts.isEmpty { return .wrapped(receipts) }
    return inner.count == 1
      ? .wrapped(inner)
      : .mistake(OtherText(text).mistake ?? .xmlWithoutReceipt)
  }
}

extension ReceiptError {
  fileprivate static let xmlWithoutReceipt = ReceiptError(
    .notAReceipt, "this is XML without a receipt in it",
    hint: "look for a <data> element, or for the keys of a response"
  ).about(.xml)
}
