import Foundation
import ReceiptCore
import Testing

/// The files for CI services: the action, the hooks, and the examples in docs/ci.md. They are run where that
/// is possible without the service.
@Suite(.enabled(if: Python.isThere, Python.absence)) struct CIServiceTests {
  private let schemas = [
    "github": "vendor.github-workflows", "gitlab": "vendor.gitlab-ci",
    "azure": "vendor.azure-pipelines", "action": "vendor.github-actions",
  ]

  private func checkSchema(_ bench: Workbench, _ file: String, _ schema: String) async throws {
    try await bench.execute(
      Python.program("check-jsonschema"),
      // Some schemas have patterns that are not valid in the Unicode mode of ECMAScript.
      ["--regex-variant", "nonunicode", "--builtin-schema", #require(schemas[schema]), file]
    ).expect(status: 0)
  }

  /// Writes an example of docs/ci.md to a file.
  private func example(_ bench: Workbench, _ name: String, to file: String) async throws {
    let result = try await bench.python("fenced.py", [Python.file("docs/ci.md"), name])
      .expect(status: 0)
    try bench.write(file, result.output)
  }

  /// An environment in which the tool is found by its name.
  private func environment(_ bench: Workbench) throws -> [String: String] {
    if !FileManager.default.fileExists(atPath: bench.place("bin")) {
      try bench.makeFolder("bin")
      try bench.link("bin/receipt", to: Workbench.binary())
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(bench.place("bin")):\(path)", "HOME": bench.place("home")]
  }

  // MARK: The GitHub action

  /// Runs the action with the tool under test in place of the installed one.
  private func act(
    _ bench: Workbench, _ inputs: [String: String], environment: [String: String] = [:],
    others: [String] = []
  ) async throws -> CommandResult {
    try bench.write(
      "action/action.yml", Data(contentsOf: URL(fileURLWithPath: Python.file("action.yml"))))
    let arguments = inputs.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return try await bench.execute(
      Python.program("python"),
      ["-B", Python.script("run_action.py"), bench.place("action")] + others + arguments,
      environment: try self.environment(bench).merging(environment) { $1 })
  }

  @Test("The action and its workflow are valid for GitHub")
  func actionSchema() async throws {
    let bench = try Workbench()
    try await checkSchema(bench, Python.file("action.yml"), "action")
    try await example(bench, "github", to: "workflow.yml")
    try await checkSchema(bench, "workflow.yml", "github")
  }

  @Test("The project's own workflows are valid, and a linter finds no weakness in them")
  func ownWorkflows() async throws {
    let bench = try Workbench()
    let folder = Python.file(".github/workflows")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try await checkSchema(bench, "\(folder)/\(name)", "github")
    }
    try await bench.execute(
      Python.program("zizmor"), ["--offline", "--quiet", folder, Python.file("action.yml")]
    ).expect(status: 0)
  }

  @Test("The examples name the version and the address of these sources")
  func version() async throws {
    let page = try String(contentsOfFile: Python.file("docs/ci.md"), encoding: .utf8)
    func about(_ what: String) async throws -> String {
      try await Workbench().execute(Python.file("scripts/about.sh"), [what])
        .expect(status: 0).lines.joined()
    }
    let version = try await about("version")
    let named = page.matches(of: /(?:@v|rev: v|download\/v|receipt-)([0-9][0-9.]*[0-9])/)
    #expect(named.count == 8 && named.allSatisfy { $0.output.1 == version }, "\(named.map(\.0))")
    let repository = try await about("repository")
    let addresses = page.matches(of: /https:\/\/github.com\/[^\/]*\/[a-z]*/)
    #expect(addresses.count == 4 && addresses.allSatisfy { $0.output == repository })
    #expect(page.contains("uses: \(repository.dropFirst("https://github.com/".count))@v"))
  }

  @Test("The action checks, annotates, and fails like the tool")
  func action() async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let options = try bench.reportOptions()
    let inputs = [
      "path": "in", "binary": "receipt", "arguments": options.joined(separator: "\n"),
    ]
    let result = try await act(bench, inputs).expect(status: 2)
      .expect(message: "output exit-code=2")
    let direct = try await bench.run(["check", "in", "--format", "github"] + options)
    #expect(result.text.hasSuffix(direct.text), "\(result)")
    #expect(result.lines.count == direct.lines.count + 3)
    let passing = try await act(bench, inputs.merging(["path": "in/passing.bin"]) { $1 })
      .expect(status: 0).expect(message: "output exit-code=0")
    #expect(passing.text.contains("::notice title=receipt check::1 receipt passed\n"))
  }

  @Test("While the tool runs, the runner executes no commands from its output")
  func stopsCommands() async throws {
    let bench = try Workbench()
    try bench.write("in/x\n::set-output name=a::b\n##[set-output name=c;]d", Array("hello".utf8))
    let result = try await act(bench, ["path": "in", "binary": "receipt", "format": "text"])
      .expect(status: 2)
    let first = try #require(result.lines.first)
    let word = try #require(first.wholeMatch(of: /::stop-commands::([0-9a-f]{32})/)?.output.1)
    #expect(result.lines.last == "::\(word)::")
    let again = try await act(bench, ["path": "in", "binary": "receipt", "format": "text"])
    #expect(again.lines.first != first)
  }

  @Test("A report goes to a file, for another step", arguments: ["junit", "sarif", "github"])
  func output(format: String) async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let result = try await act(
      bench, ["path": "in", "binary": "receipt", "format": format, "output": "report"]
    ).expect(status: 2)
    let direct = try await bench.run(["check", "in", "--format", format])
    // The JUnit report contains the current time.
    if format != "junit" { #expect(try bench.read("report") == direct.output) }
    #expect(result.text.contains("::error") == (format == "github"))
  }

  /// A tool that prints its arguments, one in each line.
  private static let echo = "#!/bin/sh\nprintf '<%s>\\n' \"$@\"\n"

  @Test("Inputs stay inputs, whatever they contain")
  func hostileInputs() async throws {
    let bench = try Workbench()
    try bench.write("echo", Array(Self.echo.utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.place("echo"))
    let hostile = "$(touch pwned) `touch pwned` \"'; touch pwned; #${IFS}\\ * ~"
    let result = try await act(
      bench,
      [
        "path": "-n\n\(hostile)", "expect": hostile, "arguments": "--at\n\(hostile)\n\n",
        "format": "text", "output": hostile, "binary": "./echo",
      ]
    ).expect(status: 0)
    #expect(
      result.lines.dropFirst().dropLast(2) == [
        "<check>", "<--format>", "<text>", "<--expect>", "<\(hostile)>", "<--at>", "<\(hostile)>",
        "<--output>", "<\(hostile)>", "<-->", "<-n>", "<\(hostile)>",
      ], "\(result)")
    #expect(try !bench.names().contains("pwned"))
  }

  @Test("The released program is taken if its checksum is one of those given")
  func released() async throws {
    let bench = try Workbench()
    try bench.copyScripts(to: "action")
    let sum = try await bench.writeRelease()
    try writeExpected(bench)
    let other = String(repeating: "0", count: 64)
    let inputs = try [
      "expect": "receipts.yml", "downloads": bench.release,
      "sha256": "\(other)\n\n\(sum)  receipt.tar.gz\n",
    ]
    let passing = try await act(bench, inputs).expect(status: 0)
    #expect(passing.lines.last == "::notice title=receipt check::1 receipt passed")
    try await act(bench, inputs.merging(["sha256": other]) { $1 }).expect(status: 1)
      .expect(message: "has the checksum \(sum), which is none of those given")
    try await act(bench, inputs.merging(["version": "9.9.9"]) { $1 }).expect(status: 1)
      .expect(message: "cannot download \(bench.release)/receipt-9.9.9-")
  }

  @Test("An action without a checksum takes no program, and does not build one")
  func noChecksum() async throws {
    let result = try await act(Workbench(), ["path": "receipt.b64"]).expect(status: 64)
    #expect(result.text.hasPrefix("::error title=receipt check::give the checksum"))
  }

  @Test("Only when asked, the action builds; a build is cached by its sources")
  func build() async throws {
    let bench = try Workbench()
    for name in ["Makefile", "Package.swift", "Sources/a.swift", "scripts/setup.sh"] {
      try bench.write("action/\(name)", Array(name.utf8))
    }
    // In place of a build, which takes minutes, it puts the tool where make would.
    let make = """
      #!/bin/sh
      [ "$1" = -C ] && [ "$3" = build ] && [ $# = 3 ] || exit 9
      mkdir -p "$2/.build/release" && ln -s "$(command -v receipt)" "$2/.build/release/receipt"
      echo built

      """
    _ = try environment(bench)
    try bench.write("bin/make", Array(make.utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.place("bin/make"))
    try bench.write("receipt.b64", TestReceipts.base64())
    func key(_ result: CommandResult) throws -> String {
      let line = try #require(result.messageText.split(separator: "\n").first)
      let json = try JSON(Array(line.utf8))
      #expect(json["with"]?["path"]?.string == bench.place("action/.build/release/receipt"))
      return try #require(json["with"]?["key"]?.string)
    }
    let inputs = ["path": "receipt.b64", "build": "true"]
    let first = try await act(bench, inputs).expect(status: 0)
    #expect(first.lines.first == "built")
    #expect(try key(first).wholeMatch(of: /receipt-Linux-X64-[0-9a-f]{40}/) != nil)
    let second = try await act(bench, inputs, others: ["--cached"]).expect(status: 0)
    #expect(second.lines.first?.hasPrefix("::stop-commands::") == true)
    #expect(try key(second) == key(first))
    try bench.write("action/Sources/a.swift", Array("changed".utf8))
    let third = try await act(bench, inputs, others: ["--cached"])
    #expect(try key(third) != key(first))
  }

  @Test("The workflow in the manual runs the action")
  func workflow() async throws {
    let bench = try Workbench()
    try await example(bench, "github", to: "workflow.yml")
    let result = try await bench.python("workflow_inputs.py", ["workflow.yml"]).expect(status: 0)
    let members = try #require(try result.json().members)
    let inputs = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.string ?? "") })
    try writeExpected(bench)
    let given = inputs.merging(["binary": "receipt"]) { $1 }
    let passing = try await act(bench, given).expect(status: 0)
    #expect(passing.lines.last == "::notice title=receipt check::1 receipt passed")
    try bench.write("fixtures/receipt.b64", Array("hello".utf8))
    try await act(bench, given).expect(status: 2)
  }

  @Test("An action without anything to check says so")
  func nothing() async throws {
    let result = try await act(Workbench(), ["binary": "receipt"]).expect(status: 64)
    #expect(result.text.hasPrefix("::error title=receipt check::name receipts"))
  }

  /// The expectation file of the examples, and a receipt that passes.
  private func writeExpected(_ bench: Workbench) throws {
    try bench.write("fixtures/receipt.b64", TestReceipts.base64())
    try bench.write(
      "receipts.yml",
      Array("receipts: [{files: fixtures, at: 2024-02-29, bundle-id: com.yomob.IAPtest}]".utf8))
  }

  // MARK: Other services

  @Test("The examples for other services are valid", arguments: ["gitlab", "azure", "jenkins"])
  func exampleSyntax(service: String) async throws {
    let bench = try Workbench()
    try await example(bench, service, to: "job.yml")
    if service == "jenkins" {
      try await bench.python("syntax.py", ["groovy", "job.yml"]).expect(status: 0)
    } else {
      try await checkSchema(bench, "job.yml", service)
    }
  }

  @Test(
    "The examples take the program and leave a report", arguments: ["gitlab", "azure", "jenkins"])
  func exampleRun(service: String) async throws {
    let bench = try Workbench()
    try await example(bench, service, to: "job.yml")
    try writeExpected(bench)
    let sum = try await bench.writeRelease()
    let archive = try #require(try bench.names(in: "release").first)
    func run(_ sum: String) async throws -> CommandResult {
      try await bench.execute(
        Python.program("python"),
        ["-B", Python.script("run_job.py"), service, "job.yml", "DOWNLOADS=\(bench.release)"]
          + ["ARCHIVE=\(archive)", "SHA256=\(sum)"])
    }
    let passing = try await run(sum).expect(status: 0)
    #expect(passing.lines.first == "receipts.xml")
    #expect(try bench.text("receipts.xml").contains("failures=\"0\" errors=\"0\""))
    try bench.write("fixtures/words.txt", Array("hello".utf8))
    try await run(sum).expect(status: 2)
    #expect(try bench.text("receipts.xml").contains("<error type=\"not-a-receipt\""))
    try await bench.shell("rm -r .receipt receipts.xml").expect(status: 0)
    try await run(String(repeating: "0", count: 64)).expect(status: 1)
    #expect(try !bench.names().contains(".receipt"))
  }

  // MARK: pre-commit

  @Test("The hooks and the configuration in the manual are valid for pre-commit")
  func preCommitFiles() async throws {
    let bench = try Workbench()
    let program = try Python.program("pre-commit")
    try await example(bench, "pre-commit", to: ".pre-commit-config.yaml")
    for arguments in [
      ["validate-manifest", Python.file(".pre-commit-hooks.yaml")],
      ["validate-config", ".pre-commit-config.yaml"],
    ] {
      let result = try await bench.execute(
        program, arguments, environment: environment(bench)
      ).expect(status: 0)
      #expect(result.messages.isEmpty && !result.text.contains("WARNING"), "\(result)")
    }
  }

  /// Makes repositories with the hooks and with receipts, and a configuration that names a hook.
  private func makeRepositories(
    _ bench: Workbench, hook: String, arguments: [String] = []
  ) async throws {
    try bench.copyScripts(to: "hooks")
    let hooks = try Data(contentsOf: URL(fileURLWithPath: Python.file(".pre-commit-hooks.yaml")))
    try bench.write("hooks/.pre-commit-hooks.yaml", hooks)
    try bench.write("work/fixtures/genuine.receipt", TestReceipts.base64())
    try bench.write("work/fixtures/words.txt", Array("hello".utf8))
    try bench.write("work/-o.receipt", Array("hello".utf8))
    let setUp = """
      set -e
      for folder in hooks work; do
        git -C $folder init -q && git -C $folder add -A && git -C $folder commit -q -m all
      done
      cat >work/.pre-commit-config.yaml <<END
      repos: [{repo: ../hooks, rev: $(git -C hooks rev-parse HEAD), hooks: [{id: \(hook), args: \(arguments)}]}]
      END
      git -C work add -A
      """
    try await bench.shell(setUp, environment: commitSettings(bench)).expect(status: 0)
  }

  private func commitSettings(_ bench: Workbench) throws -> [String: String] {
    try environment(bench).merging(bench.releaseSettings()) { $1 }.merging(
      [
        "PRE_COMMIT": Python.program("pre-commit"), "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.com", "PRE_COMMIT_COLOR": "never",
      ]) { $1 }
  }

  private func commit(_ bench: Workbench) async throws -> CommandResult {
    try await bench.shell(
      "cd work && git add -A && \"$PRE_COMMIT\" run --verbose --all-files",
      environment: commitSettings(bench))
  }

  @Test("The hook runs in a repository, only for receipts")
  func preCommit() async throws {
    let bench = try Workbench()
    try await makeRepositories(bench, hook: "receipt-check-installed")
    let passing = try await commit(bench).expect(status: 0)
    #expect(passing.text.contains("fixtures/genuine.receipt: pass: signed by Apple"), "\(passing)")
    var changed = try TestReceipts.der()
    changed[315] ^= 1
    try bench.write("work/fixtures/changed.receipt", changed)
    let failing = try await commit(bench).expect(status: 1)
    #expect(failing.text.contains("2 receipts: 1 failed, 1 passed"), "\(failing)")
  }

  @Test("The hook takes the released program")
  func preCommitReleased() async throws {
    let bench = try Workbench()
    let sum = try await bench.writeRelease()
    let other = String(repeating: "0", count: 64)
    try await makeRepositories(
      bench, hook: "receipt-check",
      arguments: ["--sha256=\(other)", "--sha256=\(sum)", "--bundle-id", "com.yomob.IAPtest"])
    let passing = try await commit(bench).expect(status: 0)
    #expect(passing.text.contains("fixtures/genuine.receipt: pass: signed by Apple"), "\(passing)")
  }

  @Test("A hook without a checksum says where to find it")
  func preCommitNoChecksum() async throws {
    let bench = try Workbench()
    try await makeRepositories(bench, hook: "receipt-check")
    let result = try await commit(bench).expect(status: 1)
    #expect(result.text.contains("SHA256SUMS"), "\(result)")
  }
}
