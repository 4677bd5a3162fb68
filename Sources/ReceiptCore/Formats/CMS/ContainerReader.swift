/// Reads the container of a receipt with one of two readers. The DER reader comes first. OpenSSL reads only
/// files in which the DER reader met a BER form and a scan found nothing beyond the limits.
struct ContainerReader {
  let signedData: SignedData
  let diagnostics: Diagnostics

  /// Adds what the readers notice to `diagnostics`.
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
    // Neither reader can read the whole file. If the DER reader reached the content, it is shown from there;
    // otherwise it is put together from the pieces that the scan found.
    if strict.result.content != nil {
      signedData = strict.result
    } else {
      var salvaged = SignedData(encoding: .ber)
      salvaged.contentType = strict.result.contentType
      salvaged.content = ArraySlice(scan.contentPieces.flatMap { bytes[$0] })
      signedData = salvaged
    }
    self.diagnostics = diagnostics
  }
}
