import Foundation
import ReceiptMaking

@testable import ReceiptCore

/// What an attacker writes beside a signed text: a value in every field that the tables have, in every form without a
/// signature.
enum Lies {
  static let product = "lie.pro"
  static let deviceID = "6e1e0f3c-0b1a-4a52-9d5f-2b1d6f8a7c90"

  private static let nonce = "0b0a1b2c-0000-4000-8000-000000000001"
  /// 2025-05-31.
  private static let recently = 1_748_649_600_000
  /// 2100-01-01.
  private static let farEnd = 4_102_444_800_000

  /// Texts that a check or an access asks for.
  private static let texts: [String: String] = [
    "bundle_id": "com.lie.app", "environment": "Sandbox", "receipt_type": "ProductionSandbox",
    "application_version": "5", "original_application_version": "1", "product_id": product,
    "auto_renew_product_id": product, "in_app_ownership_type": "PURCHASED",
    "device_verification_nonce": nonce,
    "device_verification": Base64.encode(
      DeviceVerification.digest(nonce: ReceiptString(nonce), deviceID: deviceID)[...]),
  ]

  /// Fields with which the lie would take something away from its writer.
  private static func isAgainstWriter(_ name: String) -> Bool {
    ["cancellation", "revocation", "revoked", "upgraded", "refund", "expiration_intent", "error"]
      .contains { name.contains($0) }
  }

  private static func value(_ name: String, _ kind: FieldKind) -> Any {
    switch kind {
    case .text: return texts[name, default: "lie"]
    case .idText: return "999"
    case .number, .id, .optionalID, .storeRelease: return 999
    case .flag: return true
    case .numericFlag: return 1
    case .date: return name.contains("expir") || name.contains("renewal_date") ? farEnd : recently
    case .productType: return "Auto-Renewable Subscription"
    case .bytes: return "AAAA"
    case .digest: return "00"
    case .texts: return ["lie"]
    case .json: return ["lie": 1]
    }
  }

  // MARK: Forms

  /// The payload of a form, with every field that it can have.
  static func payload(_ form: ReceiptForm) -> [String: Any] {
    var payload: [String: Any] = [:]
    add(Field<InAppPurchase>.all, of: form, to: &payload)
    add(Field<RenewalInfo>.all, of: form, to: &payload)
    add(Field<ServerNotification>.all, of: form, to: &payload)
    add(Field<APIResponse>.all, of: form, to: &payload)
    guard form == .notification else {
      add(Field<Receipt>.all, of: form, to: &payload)
      return payload
    }
    var data: [String: Any] = [:]
    add(Field<Receipt>.all, of: form, to: &data)
    payload["notificationType"] = "SUBSCRIBED"
    payload["data"] = data
    return payload
  }

  private static func add<Model: Sendable>(
    _ table: [Field<Model>], of form: ReceiptForm, to object: inout [String: Any]
  ) {
    for field in table where !isAgainstWriter(field.name) {
      guard let key = field.names.payloads[form] else { continue }
      let names = key.split(separator: ".").map(String.init)
      insert(value(field.name, field.kind), at: names[...], into: &object)
    }
  }

  private static func insert(
    _ value: Any, at names: ArraySlice<String>, into object: inout [String: Any]
  ) {
    guard let name = names.first else { return }
    guard names.count > 1 else {
      object[name] = value
      return
    }
    var inner = object[name] as? [String: Any] ?? [:]
    insert(value, at: names.dropFirst(), into: &inner)
    object[name] = inner
  }

  /// A response of verifyReceipt, with every field that it can have.
  static func response() -> [String: Any] {
    let purchase = responseObject(Field<InAppPurchase>.all)
    var receipt = responseObject(Field<Receipt>.all)
    receipt["in_app"] = [purchase]
    return [
      "status": 0, "environment": "Sandbox", "receipt": receipt,
      "latest_receipt_info": [purchase],
      "pending_renewal_info": [responseObject(Field<RenewalInfo>.all)],
    ]
  }

  private static func responseObject<Model: Sendable>(_ table: [Field<Model>]) -> [String: Any] {
    var object: [String: Any] = [:]
    for field in table where !isAgainstWriter(field.name) {
      guard let key = field.names.response else { continue }
      let value = value(field.name, field.kind)
      if case .date = field.kind { object[key + "_ms"] = "\(value)" } else { object[key] = value }
    }
    return object
  }
}
