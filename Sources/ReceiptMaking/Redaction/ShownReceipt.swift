package import ReceiptCore

extension Redactor {
  /// A decoded receipt for display, without anything that identifies people. It may be damaged: unreadable
  /// parts are not shown, and no message quotes them.
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
        bytes, kind: kind, layers: decoded.input.layers, error: decoded.input.error,
        findings: decoded.input.findings.map(\.withoutQuotation))
      return try ReceiptDecoder(
        limits: limits, form: decoded.form.isJWS && decoded.hasKnownForm ? decoded.form : nil
      ).decode(input)
    } catch {
      throw .damaged(error)
    }
  }
}
