internal import ReceiptCore

/// An error about a file that an option names.
struct NamedError: Error {
  let name: String
  let error: ReceiptError
}
