import Foundation
import TestSupport
import Testing

/// A run that a signal ends while it writes a file.
@Suite struct SignalTests {
  /// Waits until the tool has its output open, and sends the signal. Then prints how it ended, and
  /// the files there.
  private static let script = """
    import os, signal, subprocess, sys, time
    number = getattr(signal, sys.argv[1])
    signal.signal(number, signal.SIG_DFL)
    tool = subprocess.Popen(
        [sys.argv[2], "decode", "-", "-o", "out", "--quiet"], stdin=subprocess.PIPE)
    for _ in range(1000):
        if len(os.listdir(".")) == 2:
            break
        time.sleep(0.01)
    names = len(os.listdir("."))
    tool.send_signal(number)
    print(names, tool.wait(timeout=30) == -number, *sorted(os.listdir(".")))
    """

  #if os(Linux)
    private static let ofLinuxAlone = ["SIGSTKFLT", "SIGIO", "SIGPWR", "SIGRTMIN", "SIGRTMAX"]
  #else
    private static let ofLinuxAlone: [String] = []
  #endif

  @Test(
    "A signal leaves the old file and no incomplete one",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      "SIGINT", "SIGTERM", "SIGHUP", "SIGPROF", "SIGVTALRM", "SIGSYS",
    ] + ofLinuxAlone)
  func interrupted(name: String) async throws {
    let bench = try Workbench()
    try bench.write("out", Array("old".utf8))
    let result = try await bench.execute(
      Python.program("python"), ["-c", Self.script, name, Workbench.binary()])
    #expect(result.expect(status: 0).text == "2 True out\n")
    #expect(try bench.text("out") == "old")
  }

  @Test("A signal at any moment leaves whole files, and no incomplete ones")
  func anyMoment() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    try bench.write("rows", Array(repeating: receipt + "\n", count: 1_000).joined().utf8)
    try bench.write("large", TestReceipts.many(2_000))
    let commands = [
      "decode --lines rows --format ndjson -o out", "check large --record out",
      "diagnose large --details -o out", "redact large --key key -o out --map map",
      "redact --lines rows --key key -o out",
    ]
    // Makes the key.
    try await bench.run(["redact", "large", "--key", "key"]).expect(status: 0)
    let inputs = try bench.names()
    var dice = SplitMix64(seed: 23)
    var ended = 0
    for command in commands {
      _ = try await bench.shell(#""$RECEIPT" \#(command)"#)
      let made = try bench.names().filter { !inputs.contains($0) }
      let whole = try made.map { try bench.read($0) }
      try await bench.shell("rm -f \(made.joined(separator: " "))").expect(status: 0)
      // A shell lets what runs in its background ignore INT and QUIT.
      for signal in ["TERM", "HUP", "PIPE", "ALRM", "SEGV"] {
        let pause = Double(dice.next() % 200) / 1000
        let result = try await bench.shell(
          """
          export SWIFT_BACKTRACE=enable=no; ulimit -c 0
          "$RECEIPT" \(command) >/dev/null 2>&1 &
          sleep \(pause); kill -\(signal) $!; wait $!; echo $?
          """)
        let left = try bench.names().filter { !inputs.contains($0) }
        #expect(left.allSatisfy(made.contains), "\(signal): \(command): \(left)")
        for (name, bytes) in zip(made, whole) where left.contains(name) {
          #expect(try bench.read(name) == bytes, "\(signal): \(command): \(name)")
        }
        if Int(result.lines.last ?? "") ?? 0 > 128 { ended += 1 }
        try await bench.shell("rm -f \(made.joined(separator: " "))").expect(status: 0)
      }
    }
    // Some came while a command was still running.
    #expect(ended > 0)
  }

  @Test("A signal that is ignored stays ignored", arguments: ["HUP", "INT"])
  func ignored(name: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", try TestReceipts.der())
    // The input ends after the signal.
    try await bench.shell(
      """
      trap '' \(name)
      { i=0; while [ -z "$(ls -A | grep tmp)" ] && [ $i -lt 500 ]; do sleep 0.02; i=$((i+1)); done
        kill -\(name) "$(cat pid)"; cat receipt; } | sh -c 'echo $$ > pid; exec "$RECEIPT" decode -o out'
      """
    ).expect(status: 0)
    #expect(try bench.names() == ["out", "pid", "receipt"])
  }
}
