import Foundation

/// Reports without the checks that were not asked for, which `check.60.txt` lists: a new check would change
/// every report otherwise.
enum NotAsked {
  static func removed(from result: CommandResult, _ format: String) -> [UInt8] {
    let text = result.text
    let kept =
      switch format {
      case "text":
        text.replacing(/\n  not asked [^\n]*(?:\n {16}[^\n]+)*/, with: "")
      case "json":
        text.replacing(/,\n    \{\n[^{}]*"reason": "not-asked",[^{}]*\}/, with: "")
      case "tap":
        // Those behind them have other numbers, and so has the plan.
        text.replacing(/\n    ok \d+ - [^\n]* # SKIP needs [^\n]*/, with: "")
          .replacing(/\n    1\.\.\d+/, with: "\n    1..N")
          .replacing(#/\n    ((?:not )?ok) \d+ /#) { "\n    \($0.output.1) N " }
      case "junit":
        text.replacing(
          /\n    <testcase [^\n]*>\n      <skipped message="needs [^\n]*\n    <\/testcase>/,
          with: ""
        )
        .replacing(#/ (tests|skipped)="\d+"/#) { " \($0.output.1)=\"N\"" }
      case "sarif":
        // Every check is a rule.
        text.replacing(/"rules": \[\n(?: {12}[^\n]*\n)*/, with: "\"rules\": [\n")
          .replacing(/"ruleIndex": \d+/, with: "\"ruleIndex\": N")
      default: text
      }
    return Array(kept.utf8)
  }
}
