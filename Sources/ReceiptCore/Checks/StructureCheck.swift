enum StructureCheck: Check {
  static let id = CheckID.structure
  static let question =
    "is the receipt well-formed, in strict DER or a canonical JWS, nothing missing and "
    + "nothing left over?"
  static let summary = "The receipt is built as Apple builds receipts."
  static let explanation =
    "Strict DER or a canonical JWS, every element in its place, no attribute twice, nothing "
    + "after the end."
  static let advice = "get the receipt again; what was changed on its way cannot be trusted"
}
