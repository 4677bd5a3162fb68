import Testing

/// A run that a signal ends while it writes a file.
@Suite struct SignalTests {
  /// Waits until the tool has its output open, and sends the signal. Then prints how it ended and what is there.
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

  @Test(
    "A signal leaves the old file and no incomplete one",
    .enabled(if: Python.isThere, Python.absence), arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
  func interrupted(name: String) async throws {
    let bench = try Workbench()
    try bench.write("out", Array("old".utf8))
    let result = try await bench.execute(
      Python.program("python"), ["-c", Self.script, name, Workbench.binary()])
    #expect(result.expect(status: 0).text == "2 True out\n")
    #expect(try bench.text("out") == "old")
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
