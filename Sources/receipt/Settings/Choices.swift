internal import ReceiptCore

/// A profile on the command line.
enum ProfileArgument: String, CaseIterable {
  case apple, xcode

  var profile: ReceiptVerifier.Profile {
    switch self {
    case .apple: .apple
    case .xcode: .xcode
    }
  }
}

/// An environment on the command line.
enum EnvironmentArgument: String, CaseIterable {
  case production, sandbox, xcode

  var environment: Receipt.Environment {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .xcode: .xcode
    }
  }
}
