/// Values that few of their owners have, kept outside of them.
///
/// An owner without them is one word larger, and copying it counts one reference. The box is made when the first
/// value is set.
package struct Boxed<Content: EmptyMakeable>: Sendable {
  // An array of none or one: it needs no class of its own.
  private var storage: [Content] = []

  package init() {}

  package var isEmpty: Bool { storage.isEmpty }

  /// The values; `nil` where none was set.
  package var content: Content? { storage.first }

  /// One of the values; `nil` where it is not set.
  package subscript<Value>(_ field: WritableKeyPath<Content, Value?>) -> Value? {
    // Read in place: a copy of all values would count a reference for each.
    get { storage.isEmpty ? nil : storage[0][keyPath: field] }
    set {
      if storage.isEmpty {
        guard newValue != nil else { return }
        storage = [Content()]
      }
      storage[0][keyPath: field] = newValue
    }
  }

  /// Changes the values together, and makes the box if it is missing.
  package mutating func update(_ change: (inout Content) -> Void) {
    if storage.isEmpty { storage = [Content()] }
    change(&storage[0])
  }
}

/// What has a value in which nothing is set.
package protocol EmptyMakeable: Sendable {
  init()
}

/// A model that may be about the Advanced Commerce API.
package protocol AdvancedCommerceOwner: Sendable {
  var advancedCommerceBox: Boxed<AdvancedCommerceFields> { get set }
}

/// A model with fields that only Apple's servers and StoreKit 2 fill, which it keeps in a box.
package protocol ServerFieldOwner: Sendable {
  associatedtype ServerFields: EmptyMakeable
  var server: Boxed<ServerFields> { get set }
}
