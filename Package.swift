// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target of the package is built with the same rules: concurrency checked, no warning
/// left standing, `any` and imports spelled out.
let commonSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Where `scripts/release.sh` has a small module in the place of FoundationEssentials, what uses Foundation looks for
/// Swift's own first. The flag and its folder are one word, for SwiftPM passes only that on to the module that starts
/// the tests.
let foundation: [SwiftSetting] =
  Context.environment["RECEIPT_SWIFT_MODULES"]
  .map { [.unsafeFlags(["-I\($0)"])] } ?? []

/// Tests spend their time in what they test. Optimizing their own code would take minutes. Nothing imports them, so
/// their module is not written ahead of their code, for which every macro would be expanded twice.
let testSettings: [SwiftSetting] =
  commonSettings + [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ] + foundation

/// Outside of tests, unsafe code is also marked where it stands.
let swiftSettings: [SwiftSetting] = commonSettings + [.strictMemorySafety()]

/// How `scripts/release.sh` links programs. Tests are linked as SwiftPM does it. The map says what was linked in, for
/// the list of components of a release. Libraries are named for a program that is static.
func linked(_ program: String, libraries: [String] = []) -> [LinkerSetting] {
  guard let flags = Context.environment["RECEIPT_LINK"] else { return [] }
  let words = flags.split(separator: " ").map(String.init)
  let needed = words.contains("-static-stdlib") ? libraries.map { "-l\($0)" } : []
  return [.unsafeFlags(words + needed + ["-Xlinker", "-Map=.build/\(program).map"])]
}

/// The commit that is built; `scripts/release.sh` passes it. No other characters may reach the compiler.
let commit = (Context.environment["RECEIPT_COMMIT"] ?? "")
  .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }

let package = Package(
  name: "receipt",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ReceiptCore", targets: ["ReceiptCore"]),
    .library(name: "ReceiptFoundation", targets: ["ReceiptFoundation"]),
    .executable(name: "receipt", targets: ["receipt"]),
  ],
  traits: [
    .default(enabledTraits: ["CommandLine"]),
    .trait(name: "CommandLine", description: "The tool; the library alone needs no other package."),
  ],
  dependencies: [
    // The library needs neither. SwiftPM never fetches for others what tests need, and without the trait it does not
    // fetch what the tool needs.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CReceiptCrypto",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(name: "CReceiptHeap"),
    .target(name: "CReceiptBuild", cSettings: [.define("RECEIPT_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "ReceiptCore",
      dependencies: ["CReceiptCrypto"],
      // Apple publishes its roots for embedding; a test compares their fingerprints.
      resources: [
        .embedInCode("Trust/Roots/AppleRootCA.cer"),
        .embedInCode("Trust/Roots/AppleRootCA-G2.cer"),
        .embedInCode("Trust/Roots/AppleRootCA-G3.cer"),
        // So are those that it issued for receipts. Genuine receipts carry them.
        .embedInCode("Trust/Intermediates/DeveloperRelations2008.cer"),
        .embedInCode("Trust/Intermediates/DeveloperRelationsG1.cer"),
        .embedInCode("Trust/Intermediates/DeveloperRelationsG5.cer"),
        .embedInCode("Trust/Intermediates/DeveloperRelationsG7.cer"),
        .embedInCode("Trust/Intermediates/iTunesStore.cer"),
      ],
      swiftSettings: swiftSettings
    ),
    // Not in the tool, which starts faster without Foundation.
    .target(
      name: "ReceiptFoundation",
      dependencies: ["ReceiptCore"],
      swiftSettings: swiftSettings + foundation
    ),
    .target(
      name: "ReceiptInsight",
      dependencies: ["ReceiptCore"],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ReceiptMaking",
      dependencies: ["ReceiptCore", "ReceiptInsight", "CReceiptCrypto"],
      resources: [
        // From the genuine receipt in Fixtures: forged receipts carry it beside their own.
        .embedInCode("Catalogue/Genuine/ReceiptSigning.cer")
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ReceiptCommandLine",
      dependencies: [
        "ReceiptCore",
        "ReceiptInsight",
        "ReceiptMaking",
        "CLibYAML",
        "CReceiptBuild",
        "CReceiptHeap",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "receipt", dependencies: ["ReceiptCommandLine"], swiftSettings: swiftSettings,
      linkerSettings: linked("receipt")),
    // Not shipped: it writes the manual pages. To optimize it would take longer than it runs.
    .executableTarget(
      name: "ReceiptManual",
      swiftSettings: swiftSettings + foundation
        + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
    .target(
      name: "TestSupport",
      dependencies: ["ReceiptCore", "ReceiptMaking"],
      path: "Tests/TestSupport",
      exclude: ["differences.tsv"],
      swiftSettings: commonSettings + foundation
    ),
    .target(name: "CTestHost", path: "Tests/CTestHost"),
    // What the documentation of the library shows. It sees only what is public.
    .target(
      name: "LibrarySnippets",
      dependencies: ["ReceiptCore"],
      path: "Tests/LibrarySnippets",
      packageAccess: false,
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ReceiptCoreTests",
      // OpenSSL itself, to compare with.
      dependencies: [
        "ReceiptCore", "ReceiptFoundation", "ReceiptInsight", "ReceiptMaking", "CReceiptCrypto",
        "LibrarySnippets",
        "TestSupport",
      ],
      exclude: ["PublicSurface.txt", "limbo-deviations.tsv", "pkits-deviations.tsv"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "ReceiptCommandTests",
      // None is a program, though two are run: the tests would be linked with the flags of programs. A build of tests
      // builds all programs.
      dependencies: [
        "ReceiptCore",
        "ReceiptInsight",
        "ReceiptMaking",
        "TestSupport",
        "CTestHost",
        "ReceiptCommandLine",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: [
        "Golden", "Stories", "Support/storekit-facts.tsv", "Support/vector-deviations.tsv",
      ],
      swiftSettings: testSettings
    ),
  ]
)

// A part of the package, for those who need no more of it. The part `core` is the library with its tests, without the
// command line. The part `benchmarks` adds what `make bench` runs, and `fuzz` is what `make fuzz` runs. The part
// `online` adds the second program, and `stand-in` what of it has no network. All parts share what is built.
switch Context.environment["RECEIPT_PART"] {
case "core":
  let commandLine: Set = [
    "receipt", "ReceiptCommandLine", "ReceiptCommandTests", "ReceiptManual", "CLibYAML",
    "CReceiptBuild", "CReceiptHeap", "CTestHost",
  ]
  package.targets.removeAll { commandLine.contains($0.name) }
  package.products.removeAll { commandLine.contains($0.name) }
  package.dependencies = []
case "benchmarks":
  package.targets += [
    .systemLibrary(
      name: "COpenSSL",
      path: "Benchmarks/Sources/COpenSSL",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .executableTarget(
      name: "ReceiptBenchmarks",
      dependencies: ["COpenSSL", "ReceiptCore", "ReceiptMaking"],
      path: "Benchmarks/Sources/ReceiptBenchmarks",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + foundation,
      // What Foundation itself is linked to.
      linkerSettings: linked(
        "ReceiptBenchmarks",
        libraries: [
          "CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections",
          "swiftSynchronization",
        ])
    ),
    // The start of the tool is compared with theirs.
    .executableTarget(
      name: "EmptyProgram", path: "Benchmarks/Sources/EmptyProgram",
      linkerSettings: linked("EmptyProgram")),
    .executableTarget(
      name: "EmptyCommand",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Benchmarks/Sources/EmptyCommand", linkerSettings: linked("EmptyCommand")),
  ]
case "fuzz":
  package.targets += [
    .executableTarget(
      name: "ReceiptFuzz",
      dependencies: ["ReceiptCore", "ReceiptInsight", "ReceiptMaking", "ReceiptCommandLine"],
      path: "Fuzz/Sources/ReceiptFuzz",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
case "online":
  // The program that listens to a network, and what only it needs.
  package.dependencies += [
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ]
  package.products.append(.executable(name: "receipt-online", targets: ["receipt-online"]))
  package.targets += [
    .target(
      name: "ReceiptOnline",
      dependencies: [
        "ReceiptCore",
        "ReceiptInsight",
        "ReceiptMaking",
        "ReceiptStandIn",
        "ReceiptCommandLine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOExtras", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Desk/desk.css"), .embedInCode("Desk/desk.js")],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "receipt-online", dependencies: ["ReceiptOnline"], swiftSettings: swiftSettings,
      linkerSettings: linked("receipt-online")),
  ]
  fallthrough
case "stand-in":
  package.targets += [
    .target(
      name: "ReceiptStandIn",
      dependencies: ["ReceiptCore", "ReceiptInsight", "ReceiptMaking"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ReceiptStandInTests",
      dependencies: [
        "ReceiptCore", "ReceiptInsight", "ReceiptMaking", "ReceiptCommandLine", "ReceiptStandIn",
        "TestSupport",
      ],
      swiftSettings: testSettings
    ),
  ]
default: break
}
