/// The labels of `decode` that are not the name of their field, and that field.
enum LabelGlossary {
  static func field(of label: String) -> String? { fields[Glossary.key(label)] }

  private static let fields = Dictionary(
    uniqueKeysWithValues: rows.map { (Glossary.key($0.label), $0.field) })

  static let rows: [(label: String, field: String)] = [
    ("Signed", "signed_date"), ("Asked Apple", "request_date"),
    ("Originally bought", "original_purchase_date"), ("Downloaded", "download_date"),
    ("Pre-ordered", "preorder_date"), ("Receipt expires", "expiration_date"),
    ("Organisation", "organization_name"), ("App Store item id", "adam_id"),
    ("App version id", "version_external_identifier"), ("First bought on", "original_platform"),
    ("Its nonce", "device_verification_nonce"), ("Notification id", "notification_uuid"),
    ("Will renew", "auto_renew_status"), ("Product then", "auto_renew_product_id"),
    ("Renews", "renewal_date"), ("Ended because", "expiration_intent"),
    ("Billing is retried", "is_in_billing_retry_period"),
    ("Grace period until", "grace_period_expires_date"),
    ("Subscribed since", "recent_subscription_start_date"),
  ]
}
