import ReceiptCore

/// Decodes what a stranger sent, within narrower limits than the default ones.
func decodeUpload(_ file: [UInt8]) throws(ReceiptError) -> DecodedReceipt {
  var limits = DecodingLimits()
  limits.maximumInputSize = 1 << 20
  limits.maximumAttributes = 100_000
  return try ReceiptDecoder(limits: limits).decode(file)
}
