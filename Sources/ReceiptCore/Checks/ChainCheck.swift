enum ChainCheck: Check {
  static let id = CheckID.chain
  static let question =
    "do exactly three certificates lead from the signer to a trusted root?"
  static let summary = "The certificates lead to a trusted root."
  static let explanation =
    "A chain of three, each certificate signed by the next, that ends in one of Apple's roots "
    + "or in one that was named."
  static let advice = "do not trust it. If you made the receipt yourself, add its root as trusted"
}
