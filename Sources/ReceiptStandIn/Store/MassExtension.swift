internal import ReceiptCore

/// An extension of the renewal dates of all subscribers to a product.
struct MassExtension: Sendable {
  let requestIdentifier: String
  let productID: String
  /// The app whose developer asked for it.
  let bundleID: ReceiptString
  let date: ReceiptDate
  let succeeded: Int64
  let failed: Int64
}

/// A seat that the developer's server gave to a person.
struct SeatClaim: Sendable {
  let id: String
  /// The request that claimed it: to repeat it claims no other seat.
  let requestIdentifier: String?
  /// The person, where the developer said who it is.
  var appTransactionID: String?
}
