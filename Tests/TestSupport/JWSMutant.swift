internal import ReceiptCore
internal import ReceiptMaking

/// A JWS that can be changed, as a forger's editor would.
package struct JWSMutant {
  private var segments: [[UInt8]]

  /// Takes a JWS apart; `nil` for anything but three segments.
  package init?(_ bytes: [UInt8]) {
    segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Array.init)
    guard segments.count == 3 else { return nil }
  }

  package var encoded: [UInt8] { Array(segments.joined(separator: [UInt8(ascii: ".")])) }

  /// One random change. `other` provides segments and certificates.
  package mutating func mutate(using dice: inout SplitMix64, other: JWSMutant) {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: changeText(using: &dice)
    case 1:
      let index = Int.random(in: 0..<3, using: &dice)
      segments[index] = other.segments[index]
    case 2: changeSignature(using: &dice)
    case 3: changeBytes(using: &dice)
    default: changeHeader(using: &dice, other: other)
    }
  }

  private func decoded(_ index: Int) -> [UInt8] {
    (try? Base64.decode(segments[index]))?.bytes ?? []
  }

  /// A character of the text.
  private mutating func changeText(using dice: inout SplitMix64) {
    let index = Int.random(in: 0..<3, using: &dice)
    let place = Int.random(in: 0...segments[index].count, using: &dice)
    let signs = Array("A-_+/=. \n\0é".utf8)
    switch Int.random(in: 0..<3, using: &dice) {
    case 0: segments[index].insert(signs[Int.random(in: 0..<signs.count, using: &dice)], at: place)
    case 1 where place < segments[index].count: segments[index].remove(at: place)
    default:
      guard place < segments[index].count else { return }
      segments[index][place] ^= 1 << UInt8.random(in: 0..<6, using: &dice)
    }
  }

  /// A byte behind the encoding.
  private mutating func changeBytes(using dice: inout SplitMix64) {
    let index = Int.random(in: 0..<3, using: &dice)
    var bytes = decoded(index)
    guard let place = bytes.indices.randomElement(using: &dice) else { return }
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    segments[index] = Base64.encodeURL(bytes)
  }

  private mutating func changeSignature(using dice: inout SplitMix64) {
    let bytes = decoded(2)
    let (r, s) = (Array(bytes.prefix(32)), Array(bytes.suffix(32)))
    let zeros = [UInt8](repeating: 0, count: 32)
    let changed: [[UInt8]] = [
      s + r, r, r + s + [0], [0] + r + s, zeros + s, r + zeros, zeros + zeros, [],
      ReceiptMaking.DER.sequence(
        ReceiptMaking.DER.integer(magnitude: r), ReceiptMaking.DER.integer(magnitude: s)),
      [UInt8](repeating: 0xFF, count: 64),
    ]
    segments[2] = Base64.encodeURL(changed[Int.random(in: 0..<changed.count, using: &dice)])
  }

  private mutating func changeHeader(using dice: inout SplitMix64, other: JWSMutant) {
    guard let header = try? JSONValue(decoded(0)), var members = header.members else { return }
    let others = (try? JSONValue(other.decoded(0)))?["x5c"]?.elements ?? []
    var chain = header["x5c"]?.elements ?? []
    func setChain() {
      members = members.map { $0.name == "x5c" ? .init(name: "x5c", value: .array(chain)) : $0 }
    }
    switch Int.random(in: 0..<9, using: &dice) {
    case 0:
      let names = ["none", "None", "HS256", "RS256", "ES384", "PS256", "es256", ""]
      let name = names[Int.random(in: 0..<names.count, using: &dice)]
      members = members.map { $0.name == "alg" ? .init(name: "alg", value: .string(name)) : $0 }
    case 1:
      let names = ["crit", "b64", "kid", "jwk", "jku", "x5u", "typ", "alg", "x5c", "zip"]
      let values: [JSONValue] = [
        .null, .bool(false), .string("x"), .array([.string("b64")]), .object([]),
      ]
      members.append(
        .init(
          name: names[Int.random(in: 0..<names.count, using: &dice)],
          value: values[Int.random(in: 0..<values.count, using: &dice)]))
    case 2 where !members.isEmpty:
      members.remove(at: Int.random(in: 0..<members.count, using: &dice))
    case 3: members.shuffle(using: &dice)
    case 4:
      chain.shuffle(using: &dice)
      setChain()
    case 5 where !chain.isEmpty:
      chain.remove(at: Int.random(in: 0..<chain.count, using: &dice))
      setChain()
    case 6:
      chain.insert(
        contentsOf: others.prefix(Int.random(in: 0...3, using: &dice)),
        at: Int.random(in: 0...chain.count, using: &dice))
      setChain()
    case 7 where !chain.isEmpty && !others.isEmpty:
      chain[Int.random(in: 0..<chain.count, using: &dice)] =
        others[Int.random(in: 0..<others.count, using: &dice)]
      setChain()
    default:
      guard let place = chain.indices.randomElement(using: &dice),
        let text = chain[place].string, let bytes = try? Base64.decode(Array(text.utf8)).bytes,
        var tree = TLVTree(bytes)
      else { return }
      tree.mutate(using: &dice, other: tree)
      chain[place] = .string(Base64.encode(tree.encoded))
      setChain()
    }
    segments[0] = Base64.encodeURL(Array(JSONValue.object(members).description.utf8))
  }
}
