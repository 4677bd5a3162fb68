import Foundation
import ReceiptInsight
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// What real shells offer when Tab is pressed.
@Suite struct CompletionTests {
  /// A line, and what may follow in place of its last word.
  static let lines: [(line: String, words: Set<String>)] = [
    ("receipt dec", ["decode"]),
    ("receipt de", ["decode", "demo"]),
    ("receipt decode --format ", Set(DecodeFormat.allCases.map(\.rawValue))),
    ("receipt decode -f n", ["ndjson"]),
    ("receipt check --environment ", ["production", "sandbox", "xcode"]),
    ("receipt diagnose --complaint ", Set(Complaint.allCases.map(\.rawValue))),
    ("receipt decode one.", ["one.jws", "one.receipt"]),
    ("receipt diff one.jws one.", ["one.jws", "one.receipt"]),
    ("receipt check --expect one.", ["one.jws", "one.receipt"]),
    ("receipt check one.jws --trust-root one.r", ["one.receipt"]),
    ("receipt decode one.jws -o one.r", ["one.receipt"]),
    ("receipt make --pki fold", ["folder"]),
    ("receipt make --style api-h", ["api-history"]),
    ("receipt make --broken content-c", ["content-changed"]),
    ("receipt make --broken al", ["all"]),
    ("receipt make --scenario ", Set(["list"] + Scenario.all.map(\.name))),
    ("receipt explain 2100", Set((0...9).map { "2100\($0)" })),
    ("receipt explain --list ", Set(GlossaryEntry.Kind.allCases.map(\.rawValue))),
    ("receipt schema ", Set(SchemaDocument.all.map(\.name))),
    ("receipt check --trust-r", ["--trust-root"]),
  ]

  private func expectCompletions(
    in shell: Shell, _ run: (Workbench, String) async throws -> CommandResult
  ) async throws {
    let bench = try Workbench()
    for name in ["one.receipt", "one.jws", "folder/file"] { try bench.write(name, []) }
    let script = try await bench.runProcess(["--generate-completion-script", shell.rawValue])
      .expect(status: 0)
    try bench.write(shell == .zsh ? "_receipt" : "completion", script.output)
    for (line, words) in Self.lines {
      let result = try await run(bench, line)
      let found = result.text.matches(of: #/<([^>\r\n]+)>/#).map {
        String($0.1.prefix { $0 != "\t" }.trimmingSuffix { $0 == "/" })
      }
      #expect(Set(found) == words, "\(line)\n\(result)")
    }
  }

  /// The tool is found under its name, as a user has it.
  private func environment(_ bench: Workbench, _ more: [String: String] = [:]) throws -> [String:
    String]
  {
    let folder = URL(fileURLWithPath: try Workbench.binary()).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return more.merging(["PATH": "\(folder):\(path)", "HOME": bench.path]) { first, _ in first }
  }

  @Test("bash completes", .enabled(if: Shell.bash.isThere, Shell.bash.absence))
  func bash() async throws {
    let script = #"""
      source completion
      complete -p receipt | grep -q -- '-F _receipt' || exit 9
      line=$1
      read -ra COMP_WORDS <<< "$line"
      [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
      _receipt receipt "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '<%s>\n' "${COMPREPLY[@]}"
      """#
    try await expectCompletions(in: .bash) { bench, line in
      try await bench.execute(
        Shell.bash.program, ["--norc", "-c", script, "bash", line],
        environment: environment(bench)
      ).expect(status: 0)
    }
  }

  /// A second zsh, in a terminal of its own, says what it adds to its list.
  @Test("zsh completes", .enabled(if: Shell.zsh.isThere, Shell.zsh.absence))
  func zsh() async throws {
    let setup = #"""
      PROMPT=
      fpath=($PWD $fpath)
      autoload -Uz compinit
      compinit -u -D
      compadd() {
        case " $* " in
          (*" -O "*|*" -A "*|*" -D "*) ;;
          (*) local -a found; builtin compadd -O found "$@"; print -rl -- "<"$^found">" ;;
        esac
        builtin compadd "$@"
      }
      show-matches() { _main_complete; print "<>"; exit }
      zle -C show-matches list-choices show-matches
      bindkey "^X" show-matches
      print SET UP
      """#
    let script = #"""
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "source setup"
      while zpty -r shell line; do [[ $line == *"SET UP"* ]] && break; done
      zpty -w -n shell "$1"$'\x18'
      while zpty -r shell line; do print -rn -- "$line"; [[ $line == *"<>"* ]] && break; done
      """#
    try await expectCompletions(in: .zsh) { bench, line in
      try bench.write("setup", setup.utf8)
      return try await bench.execute(
        Shell.zsh.program, ["-f", "-c", script, "zsh", line], environment: environment(bench)
      ).expect(status: 0)
    }
  }

  /// fish completes only what is typed at a terminal.
  @Test(
    "fish completes",
    .enabled(if: Shell.fish.isThere && Machine.hasScript, Shell.fish.absence))
  func fish() async throws {
    let fish = """
      source completion
      function show --on-event fish_prompt
        commandline -r $line
        printf '<%s>\\n' (complete -C)
        exit
      end
      """
    try await expectCompletions(in: .fish) { bench, line in
      try await bench.execute(
        "/usr/bin/script",
        ["-qec", "\(Shell.fish.program) --no-config -i -C \"$setup\"", "/dev/null"],
        environment: environment(bench, ["setup": fish, "line": line, "TERM": "dumb"]))
    }
  }
}
