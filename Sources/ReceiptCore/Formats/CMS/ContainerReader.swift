/// Reads the container of a receipt with one of two readers. The DER reader comes first. OpenSSL reads only
/// files in which the DER reader met a BER form and a scan found nothing beyond the limits.
enum ContainerReader {
  /// Adds what the readers notice to `diagnostics`.
  static func read(
    _ bytes: [UInt8], limits: DecodingLimits, _ diagnostics: inout Diagnostics
  ) -> SignedData {
    var strict = DERSignedDataReader(bytes, limits: limits, diagnostics: diagnostics)
    strict.read()
    guard strict.metBERForm else {
      diagnostics = strict.diagnostics
      return strict.result
    }
    let scan = BERScan(bytes, limits: limits)
    if let damage = scan.damage {
      diagnostics.add(damage)
    } else {
      do {
        let (general, end) = try OpenSSLCMSReader.read(bytes)
        if end < bytes.count { diagnostics.add(Finding(.trailingData, offset: end)) }
        return general
      } catch {
        diagnostics.add(error)
      }
    }
    // Neither reader can read the whole file. If the DER reader reached the content, it is shown from there;
    // otherwise it is put together from the pieces that the scan found.
    guard strict.result.content == nil else { return strict.result }
    var salvaged = SignedData(encoding: .ber)
    salvaged.contentType = strict.result.contentType
    salvaged.content = ArraySlice(scan.contentPieces.flatMap { bytes[$0] })
    return salvaged
  }
}
