/// Finds names in one object. Few are compared one by one by their marks; a large set is a table of places by hashes.
///
/// Swift seeds its hashes at random, so an attacker cannot choose names that collide.
struct NameTable {
  /// Up to this many marks are compared one by one.
  private static let few = 32
  /// The mark of each member's name, or its hash in a large set.
  private var keys: [Int] = []
  /// Member indices plus 1, so that 0 means empty. The size is a power of two, and at most half of it is used. A small
  /// set has none.
  private var slots: [Int32] = []

  init() {}

  /// The names of these members, which must differ.
  init(_ members: [JSONValue.Member]) {
    keys.reserveCapacity(members.count)
    for member in members { append(member.name, key(of: member.name), among: members) }
  }

  /// Adds the name of the member that comes next. Returns `false` if one of the members has it.
  mutating func insert(_ name: String, among members: [JSONValue.Member]) -> Bool {
    let key = key(of: name)
    guard index(of: name, key, among: members) == nil else { return false }
    append(name, key, among: members)
    return true
  }

  /// The index of the member with this name, compared byte by byte.
  func index(of name: String, among members: [JSONValue.Member]) -> Int? {
    index(of: name, key(of: name), among: members)
  }

  private func index(of name: String, _ key: Int, among members: [JSONValue.Member]) -> Int? {
    guard !slots.isEmpty else {
      var candidate = keys.firstIndex(of: key)
      while let index = candidate, !members[index].name.hasBytes(of: name) {
        candidate = keys[(index + 1)...].firstIndex(of: key)
      }
      return candidate
    }
    var slot = firstSlot(key)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if keys[index] == key, members[index].name.hasBytes(of: name) { return index }
      slot = nextSlot(slot)
    }
    return nil
  }

  private mutating func append(
    _ name: String, _ key: Int, among members: [JSONValue.Member]
  ) {
    guard keys.count >= Self.few else { return keys.append(key) }
    if slots.isEmpty {
      keys = members.prefix(Self.few).map { Self.hash($0.name) }
      keys.append(Self.hash(name))
    } else {
      keys.append(key)
    }
    guard keys.count * 2 > slots.count else { return take(keys.count - 1) }
    slots = [Int32](repeating: 0, count: max(Self.few * 4, slots.count * 2))
    for index in keys.indices { take(index) }
  }

  /// Puts a member into a free slot.
  private mutating func take(_ index: Int) {
    var slot = firstSlot(keys[index])
    while slots[slot] != 0 { slot = nextSlot(slot) }
    slots[slot] = Int32(truncatingIfNeeded: index + 1)
  }

  private func firstSlot(_ hash: Int) -> Int { hash & (slots.count - 1) }
  private func nextSlot(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func key(of name: String) -> Int { slots.isEmpty ? Self.mark(name) : Self.hash(name) }

  /// The length of a name with its first and last bytes, which tell most names apart.
  private static func mark(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      let width = MemoryLayout<Int>.size
      guard bytes.count >= width else {
        return unsafe bytes.reduce(bytes.count) { $0 << 8 | Int($1) }
      }
      let first = unsafe bytes.loadUnaligned(as: Int.self)
      let last = unsafe bytes.loadUnaligned(fromByteOffset: bytes.count - width, as: Int.self)
      return first ^ last &* 31 &+ bytes.count
    }
  }

  /// The hash of the bytes. That of a `String` would be the same for equivalent texts, which takes long to find out.
  private static func hash(_ name: String) -> Int {
    var name = name
    var hasher = Hasher()
    name.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
