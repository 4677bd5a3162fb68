internal import ReceiptCore

/// The place of an element: its name and role.
struct ElementPlace {
  let name: String
  let role: ElementRole
  /// The beginning of the names of inner elements.
  let prefix: String

  init(_ name: String, _ role: ElementRole, prefix: String? = nil) {
    self.name = name
    self.role = role
    self.prefix = prefix ?? name
  }
}
