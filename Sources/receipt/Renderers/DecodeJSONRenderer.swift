internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// Schema 1 of the JSON that `decode` prints. People's scripts rely on it: names and types may be added
/// to, not changed.
struct DecodeJSONRenderer: DecodeRenderer {
  private let showsAll: Bool
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape, showsAll: Bool) {
    self.showsAll = showsAll
    objects = JSONSequence(output, shape)
  }

  mutating func begin() { objects.begin() }

  mutating func render(_ report: DecodeReport) {
    let showsAll = showsAll
    objects.add { writeReport(report, showsAll: showsAll, &$0) }
  }

  mutating func end() { objects.end() }
}

private func writeReport(_ report: DecodeReport, showsAll: Bool, _ json: inout JSONWriter) {
  guard case .decoded(let decoded, let verification) = report.outcome else {
    if case .failed(let error) = report.outcome {
      json.key("error")
      writeError(error, &json)
    }
    json.member("schema", number: 1)
    json.key("source")
    json.object { writeSourceName(report.source, &$0) }
    return
  }
  if let response = decoded.response {
    json.key("answer")
    writeResponse(response, ResponseComparison(decoded), &json)
  }
  if showsAll, decoded.signedData != nil {
    json.key("attributes")
    writeAttributes(decoded.attributes, &json)
  }
  if let first = decoded.errors.first {
    json.key("error")
    writeError(first, &json)
    json.key("errors")
    json.array(decoded.errors) { writeError($1, &$0) }
  }
  json.key("findings")
  json.array(decoded.findings) { writeFinding($1, &$0) }
  json.key("inferred")
  let inference = Inference(decoded.receipt)
  json.object { json in
    json.member("os_version", inference.osVersion)
    json.member("platform", inference.platform?.rawValue)
  }
  if !report.nested.isEmpty {
    json.key("nested")
    json.array(report.nested) { json, nested in
      json.object { writeReport(nested, showsAll: showsAll, &$0) }
    }
  }
  writeModel(decoded, showsAll: showsAll, &json)
  json.key("signature")
  json.object { json in
    json.key("certificates")
    json.array(decoded.certificates) { writeCertificate(CertificateDetails($1), &$0) }
    writeSignature(verification, &json)
  }
  json.key("source")
  writeSource(report.source, decoded, &json)
}

/// What a receipt says: as much of it as makes another one like it.
func modelJSON(_ decoded: DecodedReceipt) -> [UInt8] {
  var json = JSONWriter()
  json.object { writeModel(decoded, showsAll: false, &$0) }
  return json.octets
}

/// The members from `notification` to `schema`.
private func writeModel(_ decoded: DecodedReceipt, showsAll: Bool, _ json: inout JSONWriter) {
  if let notification = decoded.notification {
    json.key("notification")
    writeNotification(notification, &json)
  }
  if !decoded.otherFields.isEmpty {
    json.key("other_fields")
    json.array(decoded.otherFields) { json, field in
      json.object { json in
        json.member("path", field.path)
        json.key("value")
        json.value(field.value)
      }
    }
  }
  if showsAll { json.member("payload", decoded.payloadText) }
  if !decoded.renewals.isEmpty {
    json.key("pending_renewal_info")
    json.array(decoded.renewals) { writeRenewal($1, &$0) }
  }
  json.key("receipt")
  writeReceipt(decoded.receipt, &json)
  json.member("schema", number: 1)
}

/// Whose signature it is: members that sort behind `certificates`.
func writeSignature(_ verification: Verification, _ json: inout JSONWriter) {
  json.member("digest", verification.digest?.rawValue)
  json.member("reason", verification.reason?.rawValue)
  json.member("status", verification.status.rawValue)
}

func writeSourceName(_ source: Source, _ json: inout JSONWriter) {
  json.member("line", number: source.line.map(Int64.init))
  json.member("name", source.name)
  json.member("part", source.part)
}

func writeSource(_ source: Source, _ decoded: DecodedReceipt, _ json: inout JSONWriter) {
  json.object { json in
    json.member("bytes", number: Int64(decoded.input.bytes.count))
    json.member("encoding", decoded.encoding.rawValue)
    json.member("form", decoded.form.rawValue)
    json.key("layers")
    json.array(decoded.input.layers) { $0.string($1.rawValue) }
    writeSourceName(source, &json)
  }
}

private func writeCertificate(_ details: CertificateDetails, _ json: inout JSONWriter) {
  json.object { json in
    json.member("issuer", details.issuer)
    json.member("key", details.key)
    json.key("marker_oids")
    json.array(details.markers) { $0.string($1.description) }
    json.member("name", details.knownName)
    json.member("not_after", details.certificate?.notAfter.description)
    json.member("not_before", details.certificate?.notBefore.description)
    json.member("serial_number", details.serialNumber)
    json.member("sha1", details.sha1)
    json.member("sha256", details.sha256)
    json.member("signature_algorithm", details.signatureAlgorithm)
    json.member("subject", details.subject)
  }
}

func writeError(_ error: ReceiptError, _ json: inout JSONWriter) {
  json.object { json in
    json.member("code", error.code.rawValue)
    json.member("hint", error.advice)
    json.member("message", error.message)
    json.member("offset", number: error.offset.map(Int64.init))
    json.member("path", error.path?.description)
  }
}

private func writeFinding(_ finding: Finding, _ json: inout JSONWriter) {
  json.object { json in
    json.member("field", finding.field)
    json.member("id", finding.id.rawValue)
    json.member("message", finding.message)
    if let offset = finding.offset { json.member("offset", number: Int64(offset)) }
    json.member("path", finding.path?.description)
    json.member("severity", finding.severity.rawValue)
  }
}

/// The receipt's fields as they are written under `receipt`.
func receiptJSON(_ receipt: Receipt) -> JSONValue {
  var json = JSONWriter()
  writeReceipt(receipt, &json)
  return (try? JSONValue(json.octets)) ?? .null
}

private func writeReceipt(_ receipt: Receipt, _ json: inout JSONWriter) {
  json.object { json in
    json.member("adam_id", receipt.adamID.map(String.init))
    json.member("age_rating", receipt.ageRating?.description)
    json.member("app_item_id", receipt.adamID.map(String.init))
    json.member("app_transaction_id", receipt.appTransactionID?.description)
    json.member("application_version", receipt.applicationVersion?.description)
    json.member("bundle_id", receipt.bundleID?.description)
    json.member("developer_id", receipt.developerID.map(String.init))
    json.member("device_class", number: receipt.deviceClass)
    json.member("device_verification", receipt.deviceVerification?.description)
    json.member("device_verification_nonce", receipt.deviceVerificationNonce?.description)
    json.member("download_date", receipt.downloadDate?.description)
    json.member("download_id", receipt.downloadID.map(String.init))
    json.member("environment", receipt.environment?.rawValue)
    json.member("expiration_date", receipt.expirationDate?.description)
    json.key("in_app")
    json.array(receipt.inApp) { writePurchase($1, &$0) }
    json.member("opaque_value", receipt.opaqueValue.map(Base64.encode))
    json.member("organization_name", receipt.organizationName?.description)
    json.member("original_application_version", receipt.originalApplicationVersion?.description)
    json.member("original_platform", receipt.originalPlatform?.description)
    json.member("original_purchase_date", receipt.originalPurchaseDate?.description)
    json.member("os_version", number: receipt.osVersion)
    json.member("platform_code", number: receipt.platformCode)
    json.member("preorder_date", receipt.preorderDate?.description)
    json.member("receipt_creation_date", receipt.receiptCreationDate?.description)
    json.member("receipt_type", receipt.receiptType?.description)
    json.member("request_date", receipt.requestDate?.description)
    json.member("sha1_hash", receipt.sha1Hash.map(Hexadecimal.encode))
    json.member("signed_date", receipt.signedDate?.description)
    json.member("store_release", receipt.storeRelease.map(storeReleaseText))
    json.member(
      "version_external_identifier", receipt.versionExternalIdentifier.map(String.init))
  }
}

private func writePurchase(_ purchase: InAppPurchase, _ json: inout JSONWriter) {
  let online = purchase.online
  json.object { json in
    json.member("app_account_token", online?.appAccountToken?.description)
    json.member("app_transaction_id", online?.appTransactionID?.description)
    json.member("cancellation_date", purchase.cancellationDate?.description)
    json.member("cancellation_reason", number: purchase.cancellationReason)
    json.member("currency", online?.currency?.description)
    json.member("expires_date", purchase.expiresDate?.description)
    json.member("in_app_ownership_type", online?.inAppOwnershipType?.description)
    json.member("is_in_intro_offer_period", purchase.isInIntroOfferPeriod)
    json.member("is_trial_period", purchase.isTrialPeriod)
    json.member("is_upgraded", online?.isUpgraded)
    json.member("offer_code_ref_name", online?.offerCodeRefName?.description)
    json.member("offer_discount_type", online?.offerDiscountType?.description)
    json.member("offer_period", online?.offerPeriod?.description)
    json.member("offer_type", number: online?.offerType)
    json.member("original_purchase_date", purchase.originalPurchaseDate?.description)
    json.member("original_transaction_id", purchase.originalTransactionID?.description)
    json.member("price", number: online?.price)
    json.member("product_id", purchase.productID?.description)
    json.member("product_item_id", purchase.productItemID.map(String.init))
    json.member("product_type", purchase.productType?.name)
    json.member("promotional_offer_id", purchase.promotionalOfferID?.description)
    json.member("purchase_date", purchase.purchaseDate?.description)
    json.member("quantity", number: purchase.quantity)
    json.member("revocation_percentage", number: online?.revocationPercentage)
    json.member("revocation_type", online?.revocationType?.description)
    json.member("storefront", online?.storefront?.description)
    json.member("storefront_id", online?.storefrontID?.description)
    json.member("subscription_group_identifier", online?.subscriptionGroupIdentifier?.description)
    json.member("transaction_id", purchase.transactionID?.description)
    json.member("transaction_reason", online?.transactionReason?.description)
    json.member("web_order_line_item_id", purchase.webOrderLineItemID.map(String.init))
  }
}

private func writeRenewal(_ renewal: RenewalInfo, _ json: inout JSONWriter) {
  json.object { json in
    json.member("app_account_token", renewal.appAccountToken?.description)
    json.member("app_transaction_id", renewal.appTransactionID?.description)
    json.member("auto_renew_product_id", renewal.autoRenewProductID?.description)
    json.member("auto_renew_status", renewal.autoRenewStatus)
    json.member("currency", renewal.currency?.description)
    if !renewal.eligibleWinBackOfferIDs.isEmpty {
      json.key("eligible_win_back_offer_ids")
      json.array(renewal.eligibleWinBackOfferIDs) { $0.string($1.description) }
    }
    json.member("expiration_intent", number: renewal.expirationIntent)
    json.member("grace_period_expires_date", renewal.gracePeriodExpiresDate?.description)
    json.member("is_in_billing_retry_period", renewal.isInBillingRetryPeriod)
    json.member("offer_code_ref_name", renewal.offerCodeRefName?.description)
    json.member("offer_type", number: renewal.offerType)
    json.member("original_transaction_id", renewal.originalTransactionID?.description)
    json.member("price_consent_status", number: renewal.priceConsentStatus)
    json.member("price_increase_status", number: renewal.priceIncreaseStatus)
    json.member("product_id", renewal.productID?.description)
    json.member("promotional_offer_id", renewal.promotionalOfferID?.description)
    json.member(
      "recent_subscription_start_date", renewal.recentSubscriptionStartDate?.description)
    json.member("renewal_date", renewal.renewalDate?.description)
    json.member("renewal_price", number: renewal.renewalPrice)
  }
}

private func writeResponse(
  _ response: VerifyReceiptResponse, _ comparison: ResponseComparison?, _ json: inout JSONWriter
) {
  json.object { json in
    if let differences = comparison?.differences, !differences.isEmpty {
      json.key("comparison")
      json.array(differences) { json, difference in
        json.object { json in
          json.member("answer", difference.response)
          json.member("path", difference.path)
          json.member("receipt", difference.receipt)
        }
      }
    }
    json.member("is_retryable", response.isRetryable)
    if !response.latestExpiredReceiptInfo.isEmpty {
      json.key("latest_expired_receipt_info")
      json.array(response.latestExpiredReceiptInfo) { writePurchase($1, &$0) }
    }
    if !response.latestReceiptInfo.isEmpty {
      json.key("latest_receipt_info")
      json.array(response.latestReceiptInfo) { writePurchase($1, &$0) }
    }
    if let additions = comparison?.additions, !additions.isEmpty {
      json.key("only_in_answer")
      json.array(additions) { json, addition in
        json.object { json in
          json.member("count", number: Int64(addition.count))
          json.member("path", addition.path)
        }
      }
    }
    json.member("status", number: response.status)
  }
}

private func writeNotification(_ notification: ServerNotification, _ json: inout JSONWriter) {
  json.object { json in
    json.member("notification_type", notification.notificationType?.description)
    json.member("notification_uuid", notification.notificationUUID?.description)
    json.member("status", number: notification.status)
    json.member("subtype", notification.subtype?.description)
    json.member("version", notification.version?.description)
  }
}

/// The attributes in file order; those of a purchase are the value of its attribute of type 17.
private func writeAttributes(_ attributes: AttributeList, _ json: inout JSONWriter) {
  var index = attributes.startIndex
  json.open("[")
  while index < attributes.endIndex {
    let attribute = attributes[index]
    index += 1
    json.nextElement()
    let inner = attributes[index...].prefix { $0.path.inAppType != nil }
    let isPurchase = attribute.path.purchaseIndex != nil
    index += isPurchase ? inner.count : 0
    writeAttribute(attribute, inner: isPurchase ? inner : nil, &json)
  }
  json.close("]")
}

private func writeAttribute(
  _ attribute: Attribute, inner: Slice<AttributeList>?, _ json: inout JSONWriter
) {
  json.object { json in
    json.member("confidence", (attribute.definition?.confidence ?? .unknown).rawValue)
    json.member("kind", attribute.kind.name)
    json.member("length", number: Int64(attribute.value.count))
    json.member("name", attribute.definition?.name)
    json.member("offset", number: Int64(attribute.offset))
    json.member("type", number: Int64(attribute.type))
    json.key("value")
    if let inner {
      json.array(inner) { writeAttribute($1, inner: nil, &$0) }
    } else {
      json.string(attributeValue(attribute))
    }
    json.member("version", number: Int64(attribute.version))
  }
}

/// Text as it is, numbers in decimal, hashes in hexadecimal, all else in base64.
private func attributeValue(_ attribute: Attribute) -> String {
  if let text = attribute.text { return text.description }
  if let integer = attribute.integer { return String(integer) }
  if attribute.definition?.name == "sha1_hash" { return Hexadecimal.encode(attribute.value) }
  return Base64.encode(attribute.value)
}

/// The release of the store's server: four ASCII octets in one number, as P256.
func storeReleaseText(_ number: Int64) -> String {
  let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  guard number >> 32 == 0, octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
    return String(number)
  }
  return octets.map { String(Unicode.Scalar($0)) }.joined()
}
