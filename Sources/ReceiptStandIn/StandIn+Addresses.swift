/// An address that a stand-in answers at, for help and documentation.
package struct StandInAddress: Sendable {
  package let method: String
  package let path: String
  /// Apple's name of the endpoint, or what an address of the stand-in's own does.
  package let meaning: String
}

extension StandIn {
  /// The addresses of the App Store Server API and its neighbours. A token is needed at each.
  package static var appleAddresses: [StandInAddress] {
    Endpoint.all.map { StandInAddress(method: $0.method, path: $0.path, meaning: $0.name) }
  }

  /// The addresses that Apple does not have.
  package static var ownAddresses: [StandInAddress] {
    Control.all.map {
      StandInAddress(
        method: $0.method, path: "/\(Control.prefix)/\($0.path)", meaning: $0.meaning)
    }
  }
}
