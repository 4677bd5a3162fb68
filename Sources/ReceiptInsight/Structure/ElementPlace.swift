internal import ReceiptCore

/// Where an element stands: its name, and what is known of it.
struct ElementPlace {
  let name: String
  let role: ElementRole
  /// What the names of the elements inside begin with.
  let prefix: String

  init(_ name: String, _ role: ElementRole, prefix: String? = nil) {
    self.name = name
    self.role = role
    self.prefix = prefix ?? name
  }
}
