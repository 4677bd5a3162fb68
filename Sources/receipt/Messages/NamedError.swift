internal import ReceiptCore

/// What is wrong with a file that an option names.
struct NamedError: Error {
  let name: String
  let error: ReceiptError
}
