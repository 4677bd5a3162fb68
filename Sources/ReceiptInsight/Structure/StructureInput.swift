package import ReceiptCore

/// One item of an input after unwrapping: a receipt, or anything else.
package struct StructureInput: Sendable {
  package let bytes: [UInt8]
  /// The layers that were removed, outermost first.
  package private(set) var layers: [ReceiptInput.Layer]
  /// Where in the input it is, if there are several.
  package let part: String?
  /// The kind of structure.
  package let form: Form
  /// A wrapping is cut off.
  private let isLayerDamaged: Bool
  /// Why it is not a receipt, or what is wrong with a wrapping.
  package let error: ReceiptError?

  package enum Form: String, Sendable, CaseIterable {
    case pkcs7, attributes, certificate, elements, jws, json, text, octets
    case propertyList = "property-list"
  }

  /// It has no readable structure, or a layer around it is damaged.
  package var isUnreadable: Bool {
    error != nil && (form == .text || form == .octets || isLayerDamaged)
  }

  /// Everything in `bytes`, in order. They may come from an app or a container. Falls back to raw bytes, so
  /// the result is never empty.
  package static func all(
    in bytes: [UInt8], inside layer: ReceiptInput.Layer? = nil,
    limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [StructureInput] {
    let limit = min(limits.maximumInputSize, DecodingLimits.largestInputSize)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    var found = all(in: bytes)
    if let layer { for index in found.indices { found[index].layers.insert(layer, at: 0) } }
    return found
  }

  private static func all(in bytes: [UInt8]) -> [StructureInput] {
    // Fast path: plain DER has no wrapping.
    if InputUnwrapper.looksLikeDER(bytes), NonReceiptInput.inDER(bytes) == nil {
      return [StructureInput(InputUnwrapper.Wrapped(bytes: bytes), .pkcs7)]
    }
    var search = ReceiptSearch(bytes)
    var found: [StructureInput] = []
    while let (wrapped, outcome) = search.next() {
      switch outcome {
      case .receipt(let kind): found.append(StructureInput(wrapped, Form(kind)))
      case .mistake(let error): found += inputs(wrapped, error)
      }
    }
    return found
  }

  /// Items that are not receipts: a certificate, several in PEM, or raw bytes.
  private static func inputs(
    _ wrapped: InputUnwrapper.Wrapped, _ mistake: ReceiptError
  ) -> [StructureInput] {
    let bytes = wrapped.bytes
    if mistake.code == .certificate {
      if bytes.first == 0x30 { return [StructureInput(wrapped, .certificate)] }
      if let certificates = try? PEM.certificates(in: bytes), !certificates.isEmpty {
        return certificates.enumerated().map { index, certificate in
          let part = certificates.count > 1 ? "block \(index + 1)" : nil
          return StructureInput(
            wrapped.inside(.pem, bytes, part: part).inside(.base64, certificate), .certificate)
        }
      }
    }
    return [StructureInput(wrapped, form(of: bytes), mistake)]
  }

  private init(
    _ wrapped: InputUnwrapper.Wrapped, _ form: Form, _ error: ReceiptError? = nil
  ) {
    bytes = wrapped.bytes
    layers = wrapped.layers
    part = wrapped.part
    isLayerDamaged = wrapped.cut != nil
    self.form = form
    self.error = wrapped.cut?.error(wrapped.bytes) ?? error
  }

  /// The form of bytes that are not a receipt.
  private static func form(of bytes: [UInt8]) -> Form {
    if Text.isText(bytes) {
      let first = Text.trimmed(bytes).first
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
    }
    guard let first = try? ElementHeader(bytes, at: 0, limit: bytes.count) else { return .octets }
    // Nearly all bytes look like the beginning of an element. They are walked only if they are a whole
    // element, or begin with a constructed one.
    let isWhole = !first.isCut && first.end == bytes.count
    return isWhole || first.isConstructed ? .elements : .octets
  }

  /// The walk over it.
  var walker: StructureWalker { walker(prefix: "", depth: 0) }

  private func walker(prefix: String, depth: Int) -> StructureWalker {
    switch form {
    case .pkcs7: .elements(ElementWalker(bytes, as: .receipt, depth: depth))
    case .attributes: .elements(ElementWalker(bytes, as: .payload, depth: depth))
    case .certificate:
      .elements(
        ElementWalker(
          bytes, as: .certificate(prefix.isEmpty ? "certificate" : prefix), depth: depth))
    case .elements: .elements(ElementWalker(bytes, as: .unknown(prefix), depth: depth))
    case .jws: .jws(JWSWalker(bytes, prefix: prefix, depth: depth))
    case .json: .json(JSONWalker(bytes, prefix: prefix, depth: depth))
    case .propertyList: .propertyList(PropertyListWalker(bytes, prefix: prefix, depth: depth))
    case .text: .lines(LineWalker(bytes, depth: depth, isText: true))
    case .octets: .lines(LineWalker(bytes, depth: depth, isText: false))
    }
  }
}

// MARK: - Receipts in fields

extension StructureInput {
  /// Shorter texts hold neither a receipt nor a certificate.
  static let minimumTextLength = 100

  /// The content of a field's text: receipts, or a certificate.
  static func parts(in text: [UInt8], of name: String, depth: Int) -> [WalkStep] {
    guard LogScan.isReceipt(text[...]) else { return [] }
    return all(in: text).compactMap { input in
      guard input.form != .text, input.form != .octets else { return nil }
      let layers = input.layers.map(\.rawValue)
      return .part(
        name, layers: layers.isEmpty ? ["json-string"] : layers, input.bytes.count,
        input.walker(prefix: input.form == .pkcs7 ? "" : name, depth: depth))
    }
  }
}

extension StructureInput.Form {
  fileprivate init(_ kind: ReceiptInput.Kind) {
    self =
      switch kind {
      case .pkcs7: .pkcs7
      case .attributes: .attributes
      case .propertyList: .propertyList
      // Only decoded receipts are put together.
      case .json, .together: .json
      case .jws: .jws
      }
  }
}

extension StructureInput {
  /// Bytes that are treated as `form` without a look at them.
  init(_ bytes: [UInt8], _ form: Form) { self.init(InputUnwrapper.Wrapped(bytes: bytes), form) }
}
