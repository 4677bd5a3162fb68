package import ReceiptCore

extension Redactor {
  /// What was read from a receipt, without what leads to anybody: to be shown. Of a damaged one too: what
  /// could not be read is not shown, and no message quotes it.
  ///
  /// Lengths and offsets in an app receipt are those of the original.
  package mutating func shown(
    _ decoded: DecodedReceipt, limits: DecodingLimits = DecodingLimits()
  ) throws(RedactionFailure) -> DecodedReceipt {
    let bytes = try redact(decoded, .broken)
    do throws(ReceiptError) {
      let kind: ReceiptInput.Kind
      if case .json = decoded.input.kind {
        do throws(JSONFault) {
          kind = .json(try JSONReader.read(bytes))
        } catch {
          throw ReceiptError(.invalidJSON, error.message)
        }
      } else {
        kind = decoded.input.kind
      }
      let input = ReceiptInput(
        bytes, kind: kind, layers: decoded.input.layers, error: decoded.input.error)
      return try ReceiptDecoder(
        limits: limits, form: decoded.form.isJWS && decoded.hasKnownForm ? decoded.form : nil
      ).decode(input)
    } catch {
      throw .damaged(error)
    }
  }
}
