/// The names of the fields of a receipt and a purchase in the JSON output. A test compares them with the
/// output.
enum ReceiptFieldNames {
  /// The receipt's purchases.
  static let purchases = "in_app"

  static let receipt = [
    "adam_id", "age_rating", "app_item_id", "app_transaction_id", "application_version",
    "bundle_id", "developer_id", "device_class", "device_verification",
    "device_verification_nonce", "download_date", "download_id", "environment", "expiration_date",
    "in_app", "opaque_value", "organization_name", "original_application_version",
    "original_platform", "original_purchase_date", "os_version", "platform_code", "preorder_date",
    "receipt_creation_date", "receipt_type", "request_date", "sha1_hash", "signed_date",
    "store_release", "version_external_identifier",
  ]

  static let purchase = [
    "app_account_token", "app_transaction_id", "cancellation_date", "cancellation_reason",
    "currency", "expires_date", "in_app_ownership_type", "is_in_intro_offer_period",
    "is_trial_period", "is_upgraded", "offer_code_ref_name", "offer_discount_type",
    "offer_period", "offer_type", "original_purchase_date", "original_transaction_id", "price",
    "product_id", "product_item_id", "product_type", "promotional_offer_id", "purchase_date",
    "quantity", "revocation_percentage", "revocation_type", "storefront", "storefront_id",
    "subscription_group_identifier", "transaction_id", "transaction_reason",
    "web_order_line_item_id",
  ]
}
