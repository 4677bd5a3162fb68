import Foundation
import Testing

/// Streams whose program, writer or reader ends in the middle.
@Suite(.enabled(if: Python.isThere, Python.absence)) struct KilledStreamTests {
  /// Rows of different cost, with bad ones among them. Their answers are larger than a pipe.
  private static let rows = Result { () -> [String] in
    let genuine = try TestReceipts.line()
    return (0..<300).map { number in
      switch number % 7 {
      case 1: "junk \(number)"
      case 3: ""
      case 5: String(genuine.prefix(3000))
      default: genuine
      }
    }
  }

  private static let command = ["check", "--lines", "--at", "2019-01-01"]

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("rows", Array((try Self.rows.get().joined(separator: "\n") + "\n").utf8))
    return bench
  }

  /// What a command had written when a script killed it by a signal.
  private func answers(
    of command: [String], killedBy script: String, _ signal: String, in bench: Workbench
  ) async throws -> [UInt8] {
    let result = try await bench.execute(
      Python.program("python"), ["-c", script, signal, try Workbench.binary()] + command)
    #expect(result.expect(status: 0).text == "True\n")
    return try bench.read("answers")
  }

  /// Kills the program when some answers were read and others wait in the pipe. Then prints the signal, and writes
  /// all that came.
  private static let killWhileItWrites = """
    import os, signal, subprocess, sys
    number = getattr(signal, sys.argv[1])
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    with open("rows") as rows:
        tool = subprocess.Popen(sys.argv[2:], stdin=rows, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answers = b"".join(tool.stdout.readline() for _ in range(10))
    tool.send_signal(number)
    answers += tool.stdout.read()
    with open("answers", "wb") as file:
        file.write(answers)
    print(tool.wait() == -number)
    """

  @Test(
    "What a killed program wrote is the beginning of the whole answer",
    arguments: ["SIGKILL", "SIGTERM"], ["1", "2", "3", "8"])
  func killed(name: String, jobs: String) async throws {
    let bench = try bench()
    let command = Self.command + ["--jobs", jobs, "-"]
    let whole = try await bench.shell(
      "\"$RECEIPT\" \(command.joined(separator: " ")) --quiet < rows")
    let answers = try await answers(of: command, killedBy: Self.killWhileItWrites, name, in: bench)
    #expect(answers.count < whole.output.count, "it was killed when it had written everything")
    #expect(whole.output.starts(with: answers))
  }

  /// Writes some rows and the beginning of another, and kills the program when all whole rows are answered.
  private static let killWhileItReads = """
    import signal, subprocess, sys
    number = getattr(signal, sys.argv[1])
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    tool = subprocess.Popen(
        sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    rows = open("rows", "rb").readlines()
    tool.stdin.write(b"".join(rows[:20]) + rows[21][:9])
    tool.stdin.flush()
    answers = b"".join(tool.stdout.readline() for _ in range(20))
    tool.send_signal(number)
    answers += tool.stdout.read()
    with open("answers", "wb") as file:
        file.write(answers)
    print(tool.wait() == -number)
    """

  @Test(
    "A killed program has answered each row that came whole, and no other",
    arguments: ["SIGKILL", "SIGTERM"], ["1", "2", "3", "8"])
  func waiting(name: String, jobs: String) async throws {
    let bench = try bench()
    let command = Self.command + ["--jobs", jobs, "-"]
    let whole = try await bench.shell(
      "head -n 20 rows | \"$RECEIPT\" \(command.joined(separator: " ")) --quiet")
    #expect(whole.lines.count == 20)
    let answers = try await answers(of: command, killedBy: Self.killWhileItReads, name, in: bench)
    #expect(answers == whole.output)
  }

  @Test(
    "A writer that is killed leaves a row that is answered as far as it came",
    arguments: ["1", "3"])
  func writer(jobs: String) async throws {
    let bench = try bench()
    let command = "\"$RECEIPT\" \(Self.command.joined(separator: " ")) --jobs \(jobs) -"
    // 20 rows, and the first bytes of the next.
    let result = try await bench.shell(
      "{ sh -c 'head -n 20 rows; sed -n 23p rows | head -c 900; kill -9 $$'; } | \(command)")
    let whole = try await bench.shell("head -n 20 rows | \(command)")
    #expect(result.lines.count == 21)
    #expect(Array(result.lines.prefix(20)) == whole.lines)
    let last = try JSON(Array(try #require(result.lines.last).utf8))
    #expect(last["source"]?["line"]?.number == "21" && last["verdict"]?.string != "pass")
    result.expect(message: "21 rows: ")
  }

  /// Reads some answers and closes the pipe. Then prints how the program ended.
  private static let goAway = """
    import subprocess, sys
    with open("rows") as rows:
        tool = subprocess.Popen(sys.argv[1:], stdin=rows, stdout=subprocess.PIPE)
    answers = b"".join(tool.stdout.readline() for _ in range(3))
    tool.stdout.close()
    with open("answers", "wb") as file:
        file.write(answers)
    print(tool.wait())
    """

  @Test("A reader that goes away is no error of its own", arguments: ["1", "2", "3", "8"])
  func reader(jobs: String) async throws {
    let bench = try bench()
    let result = try await bench.execute(
      Python.program("python"),
      ["-c", Self.goAway, try Workbench.binary()] + Self.command
        + ["--bad-rows", "report", "--jobs", jobs, "-"])
    #expect(result.expect(status: 0).text == "0\n")
    result.expect(message: "the answers could not all be written")
    let lines = try bench.text("answers").split(separator: "\n")
    let numbers = try lines.map { try JSON(Array($0.utf8))["source"]?["line"]?.number }
    #expect(numbers == ["1", "2", "3"])
  }
}
