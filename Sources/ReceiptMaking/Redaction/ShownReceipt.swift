package import ReceiptCore

extension Redactor {
  /// A decoded receipt for display, without anything that identifies people. It may be damaged: unreadable
  /// parts are not shown, and no message quotes them.
  ///
  /// Lengths and offsets in an app receipt are those of the original.
  package mutating func shown(
    _ decoded: DecodedReceipt, limits: DecodingLimits = DecodingLimits()
  ) throws(RedactionFailure) -> DecodedReceipt {
    if case .together(let pieces) = decoded.input.kind {
      return try shown(pieces, decoded, limits: limits)
    }
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

  /// Receipts that were put together, each for display. Their names are file names, which may be a customer's.
  private mutating func shown(
    _ pieces: [ReceiptInput.Piece], _ decoded: DecodedReceipt, limits: DecodingLimits
  ) throws(RedactionFailure) -> DecodedReceipt {
    var result: [ReceiptInput.Piece] = []
    for (number, nested) in decoded.nested.enumerated() {
      var input: Result<ReceiptInput, ReceiptError>
      switch nested.content {
      case .success(let inner): input = .success(try shown(inner, limits: limits).input)
      case .failure(let error): input = .failure(error)
      }
      result.append(ReceiptInput.Piece(name: "input \(number + 1)", input: input))
    }
    do throws(ReceiptError) {
      return try ReceiptDecoder(limits: limits).decode(ReceiptInput(together: result))
    } catch {
      throw .damaged(error)
    }
  }
}
