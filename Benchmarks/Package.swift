// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses the library builds its benchmarks.
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
