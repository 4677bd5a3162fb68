/// Finds names in one object by their hashes; a large set is a table of places.
///
/// Swift seeds its hashes at random, so an attacker cannot choose names that collide.
struct NameTable {
  /// Up to this many hashes are compared one by one.
  private static let few = 32
  /// The hash of each member's name.
  private var hashes: [Int] = []
  /// Member indices plus 1, so that 0 means empty. The size is a power of two, and at most half of it is used.
  private var slots: [Int32] = []

  init() {}

  /// The names of these members, which must differ.
  init(_ members: [JSONValue.Member]) {
    hashes.reserveCapacity(members.count)
    for member in members { append(Self.hash(member.name)) }
  }

  /// Adds the name of the member that comes next. Returns `false` if one of the members has it.
  mutating func insert(_ name: String, among members: [JSONValue.Member]) -> Bool {
    let hash = Self.hash(name)
    guard index(of: name, hash, among: members) == nil else { return false }
    append(hash)
    return true
  }

  /// The index of the member with this name, compared byte by byte.
  func index(of name: String, among members: [JSONValue.Member]) -> Int? {
    index(of: name, Self.hash(name), among: members)
  }

  private func index(of name: String, _ hash: Int, among members: [JSONValue.Member]) -> Int? {
    guard !slots.isEmpty else {
      var candidate = hashes.firstIndex(of: hash)
      while let index = candidate, !members[index].name.hasBytes(of: name) {
        candidate = hashes[(index + 1)...].firstIndex(of: hash)
      }
      return candidate
    }
    var slot = firstSlot(hash)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if hashes[index] == hash, members[index].name.hasBytes(of: name) { return index }
      slot = nextSlot(slot)
    }
    return nil
  }

  private mutating func append(_ hash: Int) {
    hashes.append(hash)
    guard hashes.count > Self.few else { return }
    guard hashes.count * 2 > slots.count else { return take(hashes.count - 1) }
    slots = [Int32](repeating: 0, count: max(Self.few * 4, slots.count * 2))
    for index in hashes.indices { take(index) }
  }

  /// Puts a member into a free slot.
  private mutating func take(_ index: Int) {
    var slot = firstSlot(hashes[index])
    while slots[slot] != 0 { slot = nextSlot(slot) }
    slots[slot] = Int32(truncatingIfNeeded: index + 1)
  }

  private func firstSlot(_ hash: Int) -> Int { hash & (slots.count - 1) }
  private func nextSlot(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  /// The hash of the bytes. That of a `String` would be the same for equivalent texts, which takes long to find out.
  private static func hash(_ name: String) -> Int {
    var name = name
    var hasher = Hasher()
    name.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
