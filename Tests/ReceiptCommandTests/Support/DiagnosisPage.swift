import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Pages of `receipt diagnose --format html`.
enum DiagnosisPage {
  /// Text that would run or load something if it became markup.
  static let hostile = [
    "<script>parent.touched=true</script>", "<img src=x onerror=\"parent.touched=true\">",
    "\"><svg onload='parent.touched=true'>", "</title></svg><script>parent.touched=true</script>",
    "'-parent.touched-'", "javascript:parent.touched=true", "]]><!--", "--></style><script>",
    "&lt;b&gt;", "a" + String(repeating: "\u{301}", count: 300),
    String(repeating: "\u{202E}", count: 60), "rtl\u{202E}gpj.exe", "nul\u{0}\u{1B}[2J",
    String(repeating: "w", count: 300),
    "日本語の商品", "",
  ]

  static var hostileReceipt: [UInt8] {
    DER.receipt(
      TestReceipts.fields()
        + hostile.enumerated().map { index, product in
          TestReceipts.purchase(DER.utf8(product), transaction: String(1000 + index))
        })
  }

  /// The page of a receipt, at a time when the genuine fixture is active.
  static func make(
    _ receipt: [UInt8], _ arguments: [String] = [], at: String = "2018-11-29T08:45:00Z"
  ) async throws -> String {
    let bench = try Workbench()
    try bench.write("receipt", receipt)
    return try await bench.run(
      ["diagnose", "receipt", "--format", "html", "--at", at] + TestReceipts.trust() + arguments
    ).text
  }

  static func story(_ name: String) async throws -> String {
    let bench = try Workbench()
    let question = try await Story.named(name).prepare(bench)
    return try await bench.run(question + ["--format", "html"]).text
  }

  /// A subscription that was renewed each week, without a gap, and a purchase each week.
  static func weeks(_ count: Int) -> [UInt8] {
    let start: TimeInterval = 1_514_764_800
    let style = Date.ISO8601FormatStyle()
    func date(_ week: Int) -> String {
      Date(timeIntervalSince1970: start + Double(week) * 604_800).formatted(style)
    }
    return DER.receipt(
      TestReceipts.fields()
        + (0..<count).map { week in
          TestReceipts.purchase(
            DER.utf8("com.example.tea.weekly"), transaction: "\(300_000_000_000_000 + week)",
            date: date(week), type: 3,
            [
              DER.attribute(1705, DER.utf8("300000000000000")),
              DER.attribute(1708, DER.ia5(date(week + 1))),
            ])
        })
  }
}
