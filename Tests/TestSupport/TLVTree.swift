internal import ReceiptMaking

/// DER as a tree that can be changed and encoded again with correct lengths, as a forger's editor would.
/// OCTET STRINGs whose content is DER are parsed too.
package struct TLVTree {
  package struct Node {
    package var identifier: UInt8
    /// The content of a leaf.
    package var octets: [UInt8]
    package var children: [Int]
    package var isLeaf: Bool
  }

  package private(set) var nodes: [Node] = []
  private let root: Int

  /// Reads DER with definite lengths; `nil` for anything else.
  package init?(_ bytes: [UInt8]) {
    var nodes: [Node] = []
    guard let roots = Self.read(bytes[...], into: &nodes, depth: 0), roots.count == 1 else {
      return nil
    }
    root = roots[0]
    self.nodes = nodes
  }

  private static func read(
    _ bytes: ArraySlice<UInt8>, into nodes: inout [Node], depth: Int
  ) -> [Int]? {
    guard depth < 40 else { return nil }
    var result: [Int] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      guard let (identifier, content) = header(bytes[position...]) else { return nil }
      var node = Node(
        identifier: identifier, octets: Array(bytes[content]), children: [], isLeaf: true)
      let mayNest = identifier & 0x20 != 0 || identifier == 0x04 && content.count > 2
      if mayNest, let children = read(bytes[content], into: &nodes, depth: depth + 1) {
        node.children = children
        node.isLeaf = false
        node.octets = []
      } else if identifier & 0x20 != 0 {
        return nil
      }
      nodes.append(node)
      result.append(nodes.count - 1)
      position = content.upperBound
    }
    return result
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> (UInt8, Range<Int>)? {
    guard bytes.count >= 2, let identifier = bytes.first, identifier & 0x1F != 0x1F else {
      return nil
    }
    var position = bytes.startIndex + 2
    var length = Int(bytes[bytes.startIndex + 1])
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...3).contains(count), bytes.endIndex - position >= count else { return nil }
      length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
      position += count
    }
    guard bytes.endIndex - position >= length else { return nil }
    return (identifier, position..<position + length)
  }

  /// The whole tree as DER.
  package var encoded: [UInt8] { encoded(root, depth: 0) }

  private func encoded(_ index: Int, depth: Int) -> [UInt8] {
    // A node that was moved into itself would never end.
    guard depth < 60 else { return [] }
    let node = nodes[index]
    let content =
      node.isLeaf ? node.octets : node.children.flatMap { encoded($0, depth: depth + 1) }
    return DER.element(node.identifier, content)
  }

  // MARK: Changes

  /// One random change. `other` provides elements.
  package mutating func mutate(using dice: inout SplitMix64, other: TLVTree) {
    let parents = nodes.indices.filter { !nodes[$0].children.isEmpty }
    let leaves = nodes.indices.filter { nodes[$0].isLeaf }
    guard let parent = parents.randomElement(using: &dice),
      let leaf = leaves.randomElement(using: &dice)
    else { return }
    let siblings = nodes[parent].children.indices
    let place = Int.random(in: siblings, using: &dice)
    switch Int.random(in: 0..<9, using: &dice) {
    case 0:
      nodes[parent].children.swapAt(place, Int.random(in: siblings, using: &dice))
    case 1: nodes[parent].children.insert(nodes[parent].children[place], at: place)
    case 2: nodes[parent].children.remove(at: place)
    case 3:
      let length = Int.random(in: 0...nodes[leaf].octets.count, using: &dice)
      nodes[leaf].octets.removeLast(nodes[leaf].octets.count - length)
    case 4:
      let extra = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
        UInt8.random(in: .min ... .max, using: &dice)
      }
      nodes[leaf].octets.insert(
        contentsOf: extra, at: Int.random(in: 0...nodes[leaf].octets.count, using: &dice))
    case 5:
      guard let index = nodes[leaf].octets.indices.randomElement(using: &dice) else { return }
      nodes[leaf].octets[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 6:
      nodes[leaf].identifier =
        [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x16, 0x30, 0x31, 0xA0][
          Int.random(in: 0..<11, using: &dice)]
    case 7:
      // Moved elsewhere in the tree: a certificate into the signers, or an attribute into a purchase.
      let moved = nodes[parent].children.remove(at: place)
      guard let target = parents.randomElement(using: &dice) else { return }
      nodes[target].children.append(moved)
    default:
      guard let donor = other.nodes.indices.randomElement(using: &dice) else { return }
      let octets = other.encoded(donor, depth: 0)
      guard let (identifier, content) = Self.header(octets[...]) else { return }
      nodes.append(
        Node(identifier: identifier, octets: Array(octets[content]), children: [], isLeaf: true))
      if Bool.random(using: &dice) {
        nodes[parent].children[place] = nodes.count - 1
      } else {
        nodes[parent].children.insert(nodes.count - 1, at: place)
      }
    }
  }
}
