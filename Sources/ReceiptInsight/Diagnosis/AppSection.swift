internal import ReceiptCore

/// The app, its version, and its platform.
enum AppSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    let receipt = situation.receipt
    guard !situation.isAnswerAlone else { return [] }
    var result: [Diagnosis.Statement] = []
    if let bundle = receipt.bundleID {
      let version = receipt.applicationVersion.map { ", version \($0)" } ?? ""
      result.append(.init("the app is \(bundle)\(version)", ["bundle_id": bundle.description]))
    } else {
      result.append(.init("it does not name its app"))
    }
    // An iOS 6 transaction does not say when it was signed.
    let what =
      switch situation.decoded.form {
      case .ios6Transaction: "the purchase was made"
      case .verifyReceipt where receipt.requestDate != nil: "Apple's server responded"
      default: "it was made"
      }
    if let made = situation.decoded.madeAt {
      result.append(
        .init(
          "\(what) at \(situation.time(made)), \(situation.age(made))", ["made": made.description])
      )
    } else {
      result.append(.init("it does not say when it was made"))
    }
    let inference = Inference(receipt)
    if let platform = inference.platform {
      let system = inference.osVersion.map { "\(platform.rawValue) \($0)" } ?? platform.rawValue
      let rests: [(String, String)] = [
        ("attribute_13", receipt.osVersion.map(String.init) ?? ""),
        ("attribute_14", receipt.deviceClass.map(String.init) ?? ""),
        ("attribute_25", receipt.platformCode.map(String.init) ?? ""),
      ].filter { !$0.1.isEmpty }
      result.append(
        .init("it was made for a device with \(system)", Evidence(rests), isInference: true))
    }
    return result
  }
}
