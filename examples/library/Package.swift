// swift-tools-version: 6.2

import PackageDescription

let core: Target.Dependency = .product(name: "ReceiptCore", package: "receipt")

let package = Package(
  name: "library-examples",
  platforms: [.macOS(.v15)],
  // Elsewhere, the dependency is an address: see docs/library.md.
  dependencies: [.package(name: "receipt", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "server-check",
      dependencies: [core, .product(name: "ReceiptFoundation", package: "receipt")]),
    .executableTarget(name: "launch-check", dependencies: [core]),
  ]
)
