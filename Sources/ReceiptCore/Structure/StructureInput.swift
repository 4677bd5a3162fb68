/// One thing that an input holds, once what was wrapped around it is off: a receipt, or whatever else.
package struct StructureInput: Sendable {
  package let bytes: [UInt8]
  /// What was taken off, outermost first.
  package let layers: [ReceiptInput.Layer]
  /// Where in the input it stands, when there are several.
  package let part: String?
  /// What it is built of.
  package let form: Form
  /// Why it is no receipt, or what is wrong with a wrapping.
  package let error: ReceiptError?

  package enum Form: String, Sendable {
    case pkcs7, certificate, elements, jws, json, text, octets
    case propertyList = "property-list"
  }

  /// Everything that is in `bytes`, in order. There is always something, were it nothing but octets.
  package static func all(
    in bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [StructureInput] {
    let limit = min(limits.maximumInputSize, DecodingLimits.largestInputSize)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    var pending = [InputDetective.Wrapped(bytes: bytes)]
    var found: [StructureInput] = []
    while let wrapped = pending.popLast() {
      if found.count < InputDetective.maximumReceipts,
        wrapped.layers.count <= InputDetective.maximumLayers,
        case .wrapped(let inner) = InputDetective.look(at: wrapped)
      {
        pending += inner.reversed()
        continue
      }
      found.append(StructureInput(wrapped))
    }
    return found
  }

  /// What is left when nothing more can be taken off.
  private init(_ wrapped: InputDetective.Wrapped) {
    let look = InputDetective.look(at: wrapped)
    var error = wrapped.error
    let form: Form
    switch look {
    case .receipt(.pkcs7): form = .pkcs7
    case .receipt(.jws): form = .jws
    case .receipt(.json): form = .json
    case .receipt(.propertyList): form = .propertyList
    case .wrapped:
      error = error ?? .tooManyLayers
      form = .text
    case .mistake(let mistake):
      form = Self.form(of: wrapped.bytes, mistake)
      // A certificate is nothing that could not be read.
      if form != .certificate, form != .elements { error = error ?? mistake }
    }
    self.bytes = wrapped.bytes
    self.layers = wrapped.layers
    self.part = wrapped.part
    self.form = form
    self.error = error
  }

  /// What else octets may be.
  private static func form(of bytes: [UInt8], _ mistake: ReceiptError) -> Form {
    if mistake.code == .certificate, bytes.first == 0x30 { return .certificate }
    if Text.isText(bytes) { return .text }
    guard let first = try? ElementHeader(bytes, at: 0, limit: bytes.count) else { return .octets }
    // Any octets begin like an element; those that are one, or begin like a file of them, are taken apart.
    return first.end == bytes.count && !first.isCut || first.isConstructed ? .elements : .octets
  }

  /// The walk over it.
  var walker: StructureWalker {
    switch form {
    case .pkcs7: .elements(ElementWalker(bytes, as: .receipt))
    case .certificate: .elements(ElementWalker(bytes, as: .certificate("certificate")))
    case .elements: .elements(ElementWalker(bytes, as: .unknown("")))
    case .jws, .json, .propertyList, .text: .lines(LineWalker(bytes, isText: true))
    case .octets: .lines(LineWalker(bytes, isText: false))
    }
  }
}
