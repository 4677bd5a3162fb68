import Foundation
import TestSupport
import Testing

/// A machine on which something goes wrong: the message says what, the exit code is right, and nothing is left
/// half-written.
@Suite(.timeLimit(.minutes(60))) struct FaultTests {
  private static let spec = "receipt: {bundle_id: com.example.app, in_app: [{product_id: vip}]}\n"

  /// A bench with a receipt, one that is large, and a SPEC.
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try bench.write("large", TestReceipts.many(2_000))
    try bench.write("spec.yaml", Self.spec.utf8)
    try bench.write("answer", "what was there".utf8)
    return bench
  }

  private static let inputs = ["answer", "large", "receipt", "spec.yaml"]

  /// What writes more than a few hundred bytes to a file, without its output.
  static let writers = [
    "decode large -o", "check large -o", "diagnose large --details -o", "timeline large -o",
    "dump large -o", "redact large -o", "diff receipt large -o", "explain --list -o",
    "make spec.yaml --count 1 -o", "decode large --format json -o",
    "diagnose large --format html -o",
  ]

  @Test(
    "A disk that is full leaves the old file, and no other", arguments: writers)
  func fileTooLarge(command: String) async throws {
    let bench = try bench()
    // The limit of the shell stands for a full disk: writing fails in the middle. A block has 512 bytes, or 1024.
    let result = try await bench.shell(#"ulimit -f 1; "$RECEIPT" \#(command) answer"#)
    guard result.code != 0 else {
      // It had room.
      let written = try bench.read("answer").count
      #expect(written <= 1024 && written != 14, "\(result)")
      #expect(try bench.names() == Self.inputs, "\(result)")
      return
    }
    result.expect(status: 2).expect(
      message: "receipt: error: answer cannot be written: file too large")
    // An old report of a check might be taken for that of this run, so it goes first.
    let isReport = command.hasPrefix("check")
    if !isReport { #expect(try bench.text("answer") == "what was there") }
    #expect(
      try bench.names() == Self.inputs.filter { !isReport || $0 != "answer" }, "\(result)")
  }

  @Test("A disk that is full is noticed by at least most commands")
  func fileTooLargeIsNoticed() async throws {
    var failed = 0
    for command in Self.writers {
      let bench = try bench()
      let result = try await bench.shell(#"ulimit -f 1; "$RECEIPT" \#(command) answer"#)
      if result.code == 2 { failed += 1 }
    }
    // The lists are long, while a card or a receipt may fit.
    #expect(failed >= 7)
  }

  @Test("Whatever signal ends a run, an output is the old one or whole")
  func signals() async throws {
    let bench = try bench()
    let whole = try await bench.run(["dump", "large", "--format", "json"]).expect(status: 0).output
    var dice = SplitMix64(seed: 17)
    var ended: Set<String> = []
    for signal in ["KILL", "QUIT", "ABRT", "ALRM", "USR1", "XCPU", "SEGV", "TERM", "INT", "HUP"] {
      for _ in 0..<3 {
        try bench.write("answer", "what was there".utf8)
        let pause = Double(dice.next() % 100) / 1000
        let result = try await bench.shell(
          """
          export SWIFT_BACKTRACE=enable=no
          "$RECEIPT" dump large --format json -o answer 2>messages &
          sleep \(pause); kill -\(signal) $! 2>kill; wait $! 2>&1; echo $?
          """)
        let kept = try bench.read("answer")
        #expect(kept == whole || kept == Array("what was there".utf8), "\(signal): \(result)")
        if kept != whole { ended.insert(signal) }
        // Nothing can be done about SIGKILL.
        let rest = signal == "KILL" ? ".answer.*.tmp" : ""
        try await bench.shell("rm -f messages kill core* \(rest)").expect(status: 0)
        #expect(try bench.names() == Self.inputs, "\(signal)")
      }
    }
    // Some came while it was still running.
    #expect(!ended.isEmpty)
  }

  @Test(
    "A reader that goes away ends every command quietly",
    arguments: writers.map { String($0.dropLast(3)) } + [
      "redact large", "make spec.yaml --count 9999",
    ])
  func closedPipe(command: String) async throws {
    let bench = try bench()
    _ = try await bench.shell(
      #"{ "$RECEIPT" \#(command) 2>messages; echo $? >status; } | head -c 1 >/dev/null"#)
    let status = try bench.text("status")
    // A receipt that is not trusted, or that differs from another, gives 1, and one that is damaged 2.
    let quiet = try await bench.shell(#""$RECEIPT" \#(command) >/dev/null 2>expected; echo $?"#)
    #expect(status == quiet.text)
    #expect(try bench.text("messages") == bench.text("expected"))
  }

  @Test("Files that go away while a folder is read are reported, and the others are read")
  func vanishing() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.der()
    for number in 0..<400 { try bench.write("in/\(1000 + number)", receipt) }
    let result = try await bench.shell(
      """
      "$RECEIPT" decode in --format ndjson >lines 2>messages &
      rm -f in/13*; : >in/1200; chmod 000 in/1250; wait $!; echo $?
      """)
    let lines = try bench.text("lines").split(separator: "\n")
    var good = 0
    for line in lines {
      let json = try JSON(line.utf8)
      if json["receipt"] != nil { good += 1 }
      if let code = json["error"]?["code"]?.string {
        #expect(["not-found", "empty", "unreadable"].contains(code), "\(line)")
      }
    }
    // Those that stayed are all there.
    #expect(good >= 400 - 100 - 2 && lines.count <= 400)
    #expect(result.text == (good == lines.count ? "0\n" : "2\n"))
  }

  @Test("100,000 files are read with few open at a time", .slow)
  func manyFiles() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    // Links to one file, in folders as people have them.
    let result = try await bench.shell(
      """
      mkdir in; cd in
      for folder in 0 1 2 3 4 5 6 7 8 9; do
        mkdir $folder; cd $folder; ln ../../receipt first
        seq 10000 | while read -r n; do echo "receipt-$n"; done | xargs -n 2000 touch; cd ..
      done; cd ..; ulimit -n 32
      "$RECEIPT" decode in --format ndjson 2>/dev/null | wc -l
      """
    ).expect(status: 0)
    #expect(result.text.trimmingCharacters(in: .whitespaces) == "100010\n")
  }

  @Test(
    "Odd names are read, written and told apart",
    arguments: [
      "-", "--", "-o", "a b", " ", "'", "\"", "$(id)", "a\nb", "a\tb", "*", "%s%n", "\\", "é",
      "e\u{301}",
      "\u{1F600}", "~", "#", "a;b", "\u{202E}x", String(repeating: "x", count: 250),
    ])
  func oddNames(name: String) async throws {
    let bench = try Workbench()
    try bench.write("in/\(name)", TestReceipts.der())
    let result = try await bench.run(["decode", "--format", "ndjson", "in"]).expect(status: 0)
    #expect(try result.json()["source"]?["name"]?.string == "in/\(name)")
    try await bench.run(["decode", "in/\(name)", "-o", "in/\(name).x"]).expect(
      status: name.utf8.count > 240 ? 2 : 0)
    expectNoControls(result.messages)
  }

  @Test(
    "Neither the environment nor OpenSSL's configuration decides anything",
    arguments: [
      "env -i",
      "env -i LC_ALL=xx_XX.nothing LANG=C TZ=Nowhere/Else HOME=/nonexistent TMPDIR=/nonexistent",
      "env -i LC_ALL=tr_TR.UTF-8 OPENSSL_CONF=$PWD/openssl.cnf OPENSSL_MODULES=$PWD OPENSSL_ENGINES=$PWD "
        + "SSL_CERT_FILE=$PWD/receipt OPENSSL_ia32cap=:0",
    ])
  func environment(prefix: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.fixture("sandbox-subscription.b64"))
    try bench.write(
      "openssl.cnf",
      """
      openssl_conf = all
      [all]
      providers = providers
      alg_section = algorithms
      [providers]
      fips = fips
      [fips]
      activate = 1
      module = ./evil.so
      [algorithms]
      default_properties = fips=yes
      """.utf8)
    let command = #""$RECEIPT" check receipt --at 2018-11-30 --format json"#
    let plain = try await bench.shell(command).expect(status: 0)
    // The dynamic linker of a debug build finds its libraries by itself.
    let odd = try await bench.shell("\(prefix) \(command)").expect(status: 0).expectSilence()
    #expect(odd.output == plain.output)
  }

  @Test("Too few open files are an error that says what to do")
  func openFiles() async throws {
    let bench = try bench()
    // One more than the standard streams: enough to load the program, and for its output, but not for its input too.
    try await bench.shell(#"ulimit -n 4; "$RECEIPT" decode receipt -o answer"#).expect(status: 2)
      .expect(message: "receipt: error: receipt: this cannot be read: too many open files")
      .expect(message: "ulimit -n")
    #expect(try bench.names() == Self.inputs)
    try await bench.shell(
      #"mkdir in; for n in 1 2 3 4 5 6 7 8 9; do cp receipt in/$n; done; ulimit -n 16; "$RECEIPT" decode in"#
    ).expect(status: 0)
  }

  @Test("With little memory a run is whole, or changes no file")
  func memory() async throws {
    let bench = try bench()
    let whole = try await bench.run(["dump", "large", "--format", "json"]).expect(status: 0).output
    var succeeded: [Int] = []
    // The least loads no program, the most is enough for a large receipt.
    for kilobytes in [8, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1_024, 4_096].map({ $0 << 10 }
    ) {
      try bench.write("answer", "what was there".utf8)
      let result = try await bench.shell(
        """
        ulimit -v \(kilobytes) && export SWIFT_BACKTRACE=enable=no
        "$RECEIPT" dump large --format json -o answer
        """)
      if result.code == 0 {
        succeeded.append(kilobytes)
        #expect(try bench.read("answer") == whole, "\(kilobytes)")
      } else {
        #expect(try bench.text("answer") == "what was there", "\(kilobytes): \(result)")
      }
      try await bench.shell("rm -f core*").expect(status: 0)
      #expect(try bench.names() == Self.inputs, "\(kilobytes)")
    }
    #expect(succeeded.last == 4_096 << 10, "\(succeeded)")
  }

  @Test("Links that lead in a circle are told as such")
  func circle() async throws {
    let bench = try Workbench()
    try bench.link("a", to: "b")
    try bench.link("b", to: "a")
    let result = try await bench.run(["decode", "a"]).expect(status: 2)
      .expect(message: "its links lead in a circle")
    #expect(!result.messageText.contains("permissions"))
    try bench.makeFolder("in")
    try bench.link("in/up", to: "..")
    try bench.write("in/receipt", TestReceipts.der())
    let folder = try await bench.run(["decode", "in", "--format", "ndjson"]).expect(status: 0)
    #expect(folder.lines.count == 1)
  }
}
