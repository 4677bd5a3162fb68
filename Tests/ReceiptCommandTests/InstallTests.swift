import Foundation
import Testing

/// What `make install` puts on a machine, and `make uninstall` removes.
@Suite struct InstallTests {
  /// A folder with the project's scripts, and with a program that is only a name.
  private func project() throws -> Workbench {
    let bench = try Workbench()
    try bench.copyScripts(to: ".")
    try bench.writeProgram(".build/release/receipt", "echo built")
    return bench
  }

  private static let places = [
    "bin/receipt", "share/bash-completion/completions/receipt",
    "share/fish/vendor_completions.d/receipt.fish", "share/man/man1/receipt-check.1",
    "share/man/man1/receipt.1", "share/zsh/site-functions/_receipt",
  ]

  private func installed(_ bench: Workbench) async throws -> [String] {
    let found = try await bench.shell("cd to/usr && find . -type f | LC_ALL=C sort")
      .expect(status: 0)
    return found.lines.map { String($0.dropFirst(2)) }
  }

  @Test("The program, its pages and its completions are installed, and all are removed")
  func install() async throws {
    let bench = try project()
    for page in ["receipt.1", "receipt-check.1"] { try bench.write(".build/manual/\(page)", []) }
    for file in ["bash/receipt", "zsh/_receipt", "fish/receipt.fish"] {
      try bench.write(".build/completions/\(file)", [])
    }
    let settings = ["DESTDIR": bench.place("to"), "PREFIX": "/usr"]
    let result = try await bench.shell("scripts/install.sh install", environment: settings)
      .expect(status: 0)
    #expect(Set(result.lines) == Set(Self.places.map { bench.place("to/usr/\($0)") }))
    #expect(try await installed(bench) == Self.places)
    let program = try await bench.shell("to/usr/bin/receipt").expect(status: 0)
    #expect(program.text == "built\n")

    // Another program's files stay.
    try bench.write("to/usr/bin/receipts", [])
    try await bench.shell("rm -r .build; scripts/install.sh uninstall", environment: settings)
      .expect(status: 0)
    #expect(try await installed(bench) == ["bin/receipts"])
  }

  @Test("Without pages and completions the program is installed alone")
  func programAlone() async throws {
    let bench = try project()
    let settings = ["DESTDIR": bench.place("to"), "PREFIX": "/usr"]
    try await bench.shell("scripts/install.sh install", environment: settings).expect(status: 0)
    #expect(try await installed(bench) == ["bin/receipt"])
  }

  @Test("receipt-online is installed too if it was built, and removed with the other")
  func online() async throws {
    let bench = try project()
    try bench.writeProgram(".build/release/receipt-online", "echo online")
    try bench.write(".build/manual/receipt.1", [])
    try bench.write(".build/manual-online/receipt-online.1", [])
    for file in ["bash/receipt-online", "zsh/_receipt-online", "fish/receipt-online.fish"] {
      try bench.write(".build/completions-online/\(file)", [])
    }
    let own = [
      "bin/receipt-online", "share/bash-completion/completions/receipt-online",
      "share/fish/vendor_completions.d/receipt-online.fish", "share/man/man1/receipt-online.1",
      "share/zsh/site-functions/_receipt-online",
    ]
    let settings = ["DESTDIR": bench.place("to"), "PREFIX": "/usr"]
    // A package has the files of one program.
    for (program, files) in [
      ("receipt", ["bin/receipt", "share/man/man1/receipt.1"]), ("receipt-online", own),
    ] {
      try await bench.shell("scripts/install.sh install \(program)", environment: settings)
        .expect(status: 0)
      #expect(try await installed(bench) == files)
      try await bench.shell("rm -r to").expect(status: 0)
    }
    try await bench.shell("scripts/install.sh install", environment: settings).expect(status: 0)
    #expect(
      try await installed(bench) == (own + ["bin/receipt", "share/man/man1/receipt.1"]).sorted())

    try bench.write("to/usr/bin/receipts", [])
    try await bench.shell("rm -r .build; scripts/install.sh uninstall", environment: settings)
      .expect(status: 0)
    #expect(try await installed(bench) == ["bin/receipts"])
  }

  @Test("A program that is not built is not installed, and nothing is built")
  func notBuilt() async throws {
    let bench = try project()
    let result = try await bench.shell(
      "rm .build/release/receipt; scripts/install.sh install",
      environment: ["DESTDIR": bench.place("to")]
    ).expect(status: 1)
    #expect(result.messageText.contains("Run make build first"))
    #expect(try !bench.names().contains("to"))
  }
}
