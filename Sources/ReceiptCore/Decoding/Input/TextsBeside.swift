/// Signed texts that stand in an object beside what it is read as: a transaction beside a response, say. A check must
/// not pass over one of them, so each is read as a receipt of its own.
enum TextsBeside {
  /// The texts of an object that is read as `form`, or for the sake of the member `taken` alone, with their places.
  static func find(
    in object: JSONValue, of form: JSONForm?, taken: String? = nil
  ) -> [(place: String, text: [UInt8])] {
    var found: [(String, [UInt8])] = []
    var walk = JSONWalk()
    func look(at value: JSONValue, _ name: String) {
      guard let text = value.string, text.utf8.count >= LogScan.minimumLength else { return }
      let octets = Text.trimmed(Array(text.utf8))
      if LogScan.isReceipt(octets), form?.reads(name, octets) != true {
        found.append((walk.path, Array(octets)))
      }
    }
    walk.enter(object)
    var name = ""
    while found.count <= InputUnwrapper.maximumReceipts, let value = walk.next() {
      if walk.depth == 1 { name = walk.name ?? "" }
      switch value {
      case .object, .array: if walk.depth == 1, name != taken { walk.enter(value) }
      case .string: if name != taken { look(at: value, walk.name ?? "") }
      default: break
      }
    }
    return found
  }
}

extension JSONForm {
  /// Whether the decoder of the form reads the signed text in a member of this name.
  fileprivate func reads(_ name: String, _ text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .response, .notificationV1: name == "latest_receipt" || name == "latestReceipt"
    case .payload, .carrier, .api: InputUnwrapper.isJWS(text)
    }
  }
}
