// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library do not build its benchmarks.
let package = Package(
  name: "receipt-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "receipt", path: "..")],
  targets: [
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .executableTarget(
      name: "ReceiptBenchmarks",
      dependencies: ["COpenSSL", .product(name: "ReceiptCore", package: "receipt")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ]
)
