import Foundation
import ReceiptCore
import TestSupport
import Testing

@testable import ReceiptInsight

/// `docs/storekit.md` is written from the tables.
@Suite struct StoreKitPageTests {
  private static func table(_ head: String..., rows: [[String]]) -> String {
    let lines = ([head] + rows).map { cells in
      #expect(!cells.contains { $0.contains("|") }, "\(cells)")
      return "| " + cells.joined(separator: " | ") + " |\n"
    }
    let rule = "|" + String(repeating: "---|", count: head.count) + "\n"
    return lines.prefix(1).joined() + rule + lines.dropFirst().joined()
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static var notifications: String {
    table(
      "type and subtype", "what happened", "what to do", "careful", "in",
      rows: NotificationEvent.all.map { event in
        let names = [event.name] + [event.otherType].compactMap(\.self)
        return [
          names.map(code).joined(separator: ", "), event.event, event.advice, event.caution ?? "",
          code(event.carrier.rawValue),
        ]
      })
  }

  private static var firstNotifications: String {
    table(
      "type", "what happened", "what to do", "careful", "for the family", "in version 2",
      rows: NotificationV1Event.all.map { event in
        let names = [event.type] + [event.otherType].compactMap(\.self)
        return [
          names.map(code).joined(separator: ", "), event.event, event.advice, event.caution ?? "",
          event.family.rawValue, event.successors.joined(separator: " or "),
        ]
      })
  }

  private static var values: String {
    table(
      "field", "value", "meaning", "what to do",
      rows: KnownValue.all.map { value in
        [
          value.fields.map(code).joined(separator: ", "), code(value.value), value.meaning,
          value.advice ?? "",
        ]
      })
  }

  private static var errors: String {
    table(
      "code", "name", "meaning", "what to do", "again",
      rows: APIError.all.map { error in
        [
          error.code.map(String.init) ?? "", code(error.name), error.meaning, error.advice,
          error.repetition.rawValue,
        ]
      })
  }

  private static var page: String {
    """
    # StoreKit 2 and Apple's servers

    What Apple's servers say, and what to do about it. `receipt explain WORD` has the same texts, for one word.
    Apple adds types, values and errors. What is not listed here is shown as it is.

    ## Notifications of version 2

    Apple signs these notifications. `receipt check` verifies them, and `receipt diagnose` says what to do. The
    last column is the member that holds the rest. `INCREASE_QUANTITY` and `DECREASE_QUANTITY` are known by the
    subtype alone.

    \(notifications)
    ## Notifications of version 1

    Apple does not sign these notifications, and advises against them. Verify the `latest_receipt` in them. One
    column says whether Apple also sends the notification for family members who share the purchase.

    \(firstNotifications)
    ## Values

    A field of an inner object has the object's name in front, such as `offer.reason`.

    \(values)
    ## Errors of the App Store Server API

    The first three digits of a code are the HTTP status. Apple's names end in `Error`. The last column says
    whether the same request may be sent again: `never` without a change, `retry` after a moment, `later` when
    time has passed or something else has changed. The numbers of the last errors are not known here.

    An error is about a request. It proves neither that a customer owns something, nor that they do not.

    \(errors)
    """
  }

  @Test("docs/storekit.md has the tables in the code")
  func page() throws {
    let file = Fixture.root.appending(path: "docs/storekit.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Self.page.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/storekit.md; run again")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.page)
  }
}
