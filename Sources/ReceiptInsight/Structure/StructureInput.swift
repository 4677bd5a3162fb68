package import ReceiptCore

/// One thing that an input holds, once what was wrapped around it is off: a receipt, or whatever else.
package struct StructureInput: Sendable {
  package let bytes: [UInt8]
  /// What was taken off, outermost first.
  package private(set) var layers: [ReceiptInput.Layer]
  /// Where in the input it stands, when there are several.
  package let part: String?
  /// What it is built of.
  package let form: Form
  /// A wrapping breaks off.
  private let isLayerDamaged: Bool
  /// Why it is no receipt, or what is wrong with a wrapping.
  package let error: ReceiptError?

  package enum Form: String, Sendable, CaseIterable {
    case pkcs7, certificate, elements, jws, json, text, octets
    case propertyList = "property-list"
  }

  /// It could not be taken apart, or a layer around it is damaged.
  package var isUnreadable: Bool {
    error != nil && (form == .text || form == .octets || isLayerDamaged)
  }

  /// Everything that is in `bytes`, which may stand in an app or a container, in order. There is always
  /// something, were it nothing but bytes.
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
    // What is no wrapping at all needs no detective.
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

  /// What is no receipt: a certificate, several in PEM, or whatever bytes look like.
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

  /// What bytes are that are no receipt.
  private static func form(of bytes: [UInt8]) -> Form {
    if Text.isText(bytes) {
      let first = Text.trimmed(bytes).first
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
    }
    guard let first = try? ElementHeader(bytes, at: 0, limit: bytes.count) else { return .octets }
    // Nearly all bytes begin like an element. Those that are one are taken apart, and those that begin
    // like a SEQUENCE or SET of something.
    let isWhole = !first.isCut && first.end == bytes.count
    return isWhole || first.isConstructed ? .elements : .octets
  }

  /// The walk over it.
  var walker: StructureWalker { walker(prefix: "", depth: 0) }

  private func walker(prefix: String, depth: Int) -> StructureWalker {
    switch form {
    case .pkcs7: .elements(ElementWalker(bytes, as: .receipt, depth: depth))
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

  /// What the text of a field holds: receipts, or a certificate.
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
      case .propertyList: .propertyList
      case .json: .json
      case .jws: .jws
      }
  }
}

extension StructureInput {
  /// Bytes taken for something, whatever they look like.
  init(_ bytes: [UInt8], _ form: Form) { self.init(InputUnwrapper.Wrapped(bytes: bytes), form) }
}
