/// Reads the container of a receipt, choosing the reader: the strict one always first, the general one
/// only when that met a BER form, and then only for bytes that a scan found within the limits.
struct ContainerReader {
  let signedData: SignedData
  let diagnostics: Diagnostics

  /// What the reading notices is added to `diagnostics`.
  init(_ bytes: [UInt8], limits: DecodingLimits, diagnostics: Diagnostics) {
    var strict = DERSignedDataReader(bytes, limits: limits, diagnostics: diagnostics)
    strict.read()
    guard strict.metBERForm else {
      signedData = strict.result
      self.diagnostics = strict.diagnostics
      return
    }
    var diagnostics = diagnostics
    let scan = BERScan(bytes, limits: limits)
    if let damage = scan.damage {
      diagnostics.add(damage)
    } else {
      do {
        let (general, end) = try OpenSSLCMSReader.read(bytes)
        if end < bytes.count { diagnostics.add(Finding(.trailingData, offset: end)) }
        self.signedData = general
        self.diagnostics = diagnostics
        return
      } catch {
        diagnostics.add(error)
      }
    }
    // Neither reader can read it whole. What there is of the content is shown: in place when the
    // strict reader got that far, put together from its pieces otherwise.
    if strict.result.content != nil {
      signedData = strict.result
    } else {
      var salvaged = SignedData(encoding: .ber)
      salvaged.contentType = strict.result.contentType
      if !scan.contentPieces.isEmpty {
        salvaged.content = ArraySlice(scan.contentPieces.flatMap { bytes[$0] })
      }
      signedData = salvaged
    }
    self.diagnostics = diagnostics
  }
}
