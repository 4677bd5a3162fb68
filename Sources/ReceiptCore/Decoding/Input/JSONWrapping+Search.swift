extension JSONWrapping {
  /// Everything in the value that looks like a receipt, in order, and what is missing or unsigned in the place of one.
  static func receipts(
    in value: JSONValue, _ wrapped: InputUnwrapper.Wrapped
  ) -> [InputUnwrapper.Wrapped] {
    var result: [InputUnwrapper.Wrapped] = []
    /// Unsigned payloads. They count only if nothing else is found.
    var payloads: [InputUnwrapper.Wrapped] = []
    var beside = PayloadsBeside()
    /// The number of candidates that are more than a guess.
    var count = 0
    /// How many texts were shortened.
    var shortened = 0
    var walk = JSONWalk()
    var open: [OpenContainer] = []
    func found(_ octets: [UInt8], isGuess: Bool = false) -> InputUnwrapper.Wrapped {
      if !isGuess {
        count += 1
        beside.carriers.formUnion(open.compactMap(\.payload))
      }
      return wrapped.inside(.json, octets, part: walk.path, isGuess: isGuess)
    }
    func enter(_ value: JSONValue, payload: Int? = nil) {
      walk.enter(value)
      open.append(
        OpenContainer(list: value.elements.map { ReceiptElements($0) }, payload: payload))
    }
    func look(at text: String) {
      let octets = Array(text.utf8)
      if octets.count >= minimumLength && LogScan.isReceipt(octets[...]) || isMasked(text) {
        // Masked texts that look alike may have been different.
        if walk.name != nil, let earlier = open.last?.lastText, earlier.text == text,
          !isMasked(text)
        {
          let again = Finding(.sameText, offset: nil, found: walk.path)
          result[earlier.index] = result[earlier.index].with(again)
          return
        }
        if !open.isEmpty { open[open.count - 1].lastText = (result.count, text) }
        result.append(found(octets))
      } else if mayHoldReceipt(octets) {
        result.append(found(octets, isGuess: true))
      }
    }
    func look(in list: JSONValue) {
      if let text = TextPieces.joined(list) { result.append(found(text)) } else { enter(list) }
    }
    if case .string(let text) = value { look(at: text) } else { look(in: value) }
    while count <= InputUnwrapper.maximumReceipts, let value = walk.next() {
      open.removeLast(open.count - walk.depth)
      let list = open.last?.list
      if let place = list?.emptyPlace(in: value) {
        var empty = found([])
        empty.part? += place
        result.append(empty)
        continue
      }
      if let (place, text) = list?.damaged(in: value), !mayHoldReceipt(Array(text.utf8)) {
        var other = found(Array(text.utf8))
        other.part? += place
        result.append(other)
      }
      if case .string(let text) = value, isShort(text) { shortened += 1 }
      guard isWorthALook(value) else { continue }
      if let octets = NumberList.octets(of: value) {
        result.append(found([]).inside(.numbers, octets))
        continue
      }
      switch value {
      case .object:
        // The certificates in it are no receipts.
        if OtherJSON.isHeaderOfJWS(value) { continue }
        var payload: Int?
        let form = JSONForm(value)
        if form != nil, OtherJSON.mistake(value) != nil { continue }
        if form?.isReceipt == true || list?.isBarePayload(value) == true {
          result.append(found(value.utf8))
          continue
        }
        if form != nil || list?.isPurchase(value) == true {
          payload = beside.add(in: open.last(where: { $0.payload != nil })?.payload)
        }
        if form != nil {
          if payloads.count <= InputUnwrapper.maximumReceipts {
            payloads.append(
              wrapped.inside(.json, value.utf8, part: walk.path, isGuess: false))
          }
        }
        enter(value, payload: payload)
      case .array: look(in: value)
      case .string(let text): look(at: text)
      default: continue
      }
    }
    guard count > 0 else { return payloads + result }
    let finding = Finding(partsBeside: shortened, payloads: beside.count)
    return finding == nil ? result : result.map { $0.with(finding) }
  }

  /// The unsigned payloads in a value.
  private struct PayloadsBeside {
    /// For each, the one that it is in.
    private var around: [Int?] = []
    /// Those that hold a receipt.
    var carriers: Set<Int> = []

    mutating func add(in outer: Int?) -> Int {
      around.append(outer)
      return around.count - 1
    }

    /// How many stand beside a receipt. What is in one of them is a part of it.
    var count: Int {
      around.indices.count { place in
        var outer = around[place]
        while let payload = outer, carriers.contains(payload) { outer = around[payload] }
        return outer == nil && !carriers.contains(place)
      }
    }
  }

  private struct OpenContainer {
    /// What an array asks of its elements.
    let list: ReceiptElements?
    /// Which of the unsigned payloads it is.
    let payload: Int?
    /// The last receipt that is a text of it, and where that is in what was found. Frameworks give an app one receipt
    /// under two names.
    var lastText: (index: Int, text: String)?
  }

  private static func isShort(_ text: String) -> Bool {
    guard text.utf8.count < LogScan.minimumLength, let last = text.utf8.last,
      last == 0x2E || last == 0xA6
    else { return false }
    return ShortenedText.isShort(Array(text.utf8)[...])
  }

  /// Whether the text may hold a receipt: other JSON, as in the body of a queue message, or a long text.
  private static func mayHoldReceipt(_ octets: [UInt8]) -> Bool {
    octets.count >= minimumLength && LogScan.mayHoldAny(octets)
      || octets.count >= shortestResponse && octets.first == UInt8(ascii: "{")
  }

  /// Whether it is a receipt that was masked. It counts as one of several.
  private static func isMasked(_ text: String) -> Bool {
    text.utf8.count < minimumLength && text.utf8.last == UInt8(ascii: "*")
      && LogScan.beginsLikeReceipt(Array(text.utf8)[...])
  }

  /// Whether the value is large enough to hold a receipt.
  private static func isWorthALook(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): !members.isEmpty
    case .array(let elements): !elements.isEmpty
    case .string(let text):
      text.utf8.count >= minimumLength || isMasked(text)
        || text.utf8.count >= shortestResponse && text.utf8.first == UInt8(ascii: "{")
    default: false
    }
  }

  /// Receipts are longer than this.
  static let minimumLength = 100
  private static let shortestResponse = "{\"status\":0}".utf8.count
}
