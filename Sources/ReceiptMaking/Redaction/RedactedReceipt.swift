package import ReceiptCore

extension Redactor {
  /// How a copy is signed.
  package enum Seal: Sendable {
    /// Signed anew, so that it passes where the authority of these signers is trusted.
    case signed(CopySigners)
    /// It keeps the certificates and the old signature, which no longer fits. The copy is only for display.
    case broken
  }

  /// A receipt in the same form, without anything that identifies people.
  ///
  /// - Throws: when the receipt is damaged and the copy is to be signed, because unreadable parts would be
  ///   passed on.
  package mutating func redact(
    _ decoded: consuming DecodedReceipt, _ seal: Seal
  ) throws(RedactionFailure) -> [UInt8] {
    if case .signed = seal, let error = decoded.errors.first { throw .damaged(error) }
    switch decoded.envelope {
    case .pkcs7: return try redact(appReceipt: consume decoded, seal)
    case .jws(let jws): return try redact(jws, decoded, seal)
    case .propertyList(let envelope): return try redact(decoded, envelope, seal)
    case .json: return redactAnswer(decoded, seal)
    case .attributes:
      var bytes = Self.storage(of: decoded)
      redact(decoded.attributes, in: &bytes)
      return bytes
    }
  }

  // MARK: App receipts

  private mutating func redact(
    appReceipt decoded: consuming DecodedReceipt, _ seal: Seal
  ) throws(RedactionFailure) -> [UInt8] {
    let isBER = decoded.encoding == .ber
    guard case .signed(let signers) = seal else {
      var bytes = Self.storage(of: decoded)
      redact(decoded.attributes, in: &bytes)
      return isBER ? decoded.signedData?.closed(around: bytes) ?? bytes : bytes
    }
    let digest =
      decoded.signedData?.signerInfos.first
      .flatMap { DigestAlgorithm(digest: $0.digestAlgorithm.encoded) } ?? .sha256
    do throws(SigningFailure) {
      let signer = try signers.signer(.receipts, of: decoded)
      return try signers.receipt(
        around: payload(of: consume decoded), digest: digest, isBER ? .xcode : .apple, signer)
    } catch {
      throw .signing(error)
    }
  }

  // MARK: StoreKit 2

  private mutating func redact(
    _ jws: JWS, _ decoded: DecodedReceipt, _ seal: Seal
  ) throws(RedactionFailure) -> [UInt8] {
    let payload = redact(jws.payload, decoded, seal).description
    switch seal {
    case .signed(let signers):
      do throws(SigningFailure) {
        return try signers.jws(payload, copying: decoded)
      } catch {
        throw .signing(error)
      }
    case .broken:
      let segments = jws.segments.map(Array.init)
      let point = UInt8(ascii: ".")
      return segments[0] + [point] + Base64.encodeURL(Array(payload.utf8)) + [point] + segments[2]
    }
  }

  private mutating func redact(
    _ value: JSONValue, _ decoded: DecodedReceipt, _ seal: Seal
  ) -> JSONValue {
    // A receipt in a text was already decoded with the outer one, and is found by its bytes.
    var texts: [[UInt8]: DecodedReceipt] = [:]
    var binaries: [[UInt8]: DecodedReceipt] = [:]
    for content in decoded.nested.map(\.content) {
      guard case .success(let inner) = content else { continue }
      let bytes = inner.input.bytes
      if case .jws = inner.envelope {
        if texts[bytes] == nil { texts[bytes] = inner }
      } else if binaries[bytes] == nil {
        binaries[bytes] = inner
      }
    }
    return redact(value, under: "") { redactor, text in
      guard
        let inner = texts[Array(text.utf8)] ?? Base64.octets(text).flatMap({ binaries[$0] }),
        let bytes = try? redactor.redact(inner, seal)
      else {
        // No kind of this text can be redacted.
        return nil
      }
      if case .jws = inner.envelope { return ReceiptString(bytes).text }
      return Base64.encode(bytes)
    }
  }

  // MARK: Responses

  private mutating func redactAnswer(_ decoded: DecodedReceipt, _ seal: Seal) -> [UInt8] {
    guard case .json(let value) = decoded.input.kind else { return [] }
    return redact(value, decoded, seal).utf8
  }

  // MARK: iOS 6 transactions

  private mutating func redact(
    _ decoded: DecodedReceipt, _ envelope: IOS6Envelope, _ seal: Seal
  ) throws(RedactionFailure) -> [UInt8] {
    let outer = redact(PropertyListReader(decoded.input.bytes).entries).filter {
      !["signature", "purchase-info"].contains($0.key)
    }
    let inner = redact(PropertyListReader(envelope.purchaseInfo).entries)
    do throws(SigningFailure) {
      switch seal {
      case .signed(let signers):
        var template = try signers.transaction(inner, copying: decoded)
        template.outer = outer
        return template.encoded()
      case .broken:
        return IOS6Template.list(
          [
            ("signature", Base64.encode(envelope.signatureBlob)),
            ("purchase-info", Base64.encode(IOS6Template.list(inner))),
          ] + outer)
      }
    } catch {
      throw .signing(error)
    }
  }

  private mutating func redact(
    _ entries: [PropertyListReader.Entry]
  ) -> [(key: String, value: String)] {
    zip(entries, redact(names: entries.map(\.key.description))).map { entry, name in
      let key = entry.key.description
      if ["signature", "purchase-info"].contains(key) { return (key, entry.value.description) }
      let value = redact(
        .string(entry.value.description), under: key, nested: { _, _ in nil })
      return (name, value.string ?? "")
    }
  }
}

/// Why a receipt cannot be copied.
package enum RedactionFailure: Error {
  /// It is damaged. The error is the first fault.
  case damaged(ReceiptError)
  case signing(SigningFailure)
}

extension SignedData {
  /// The same container, as Xcode writes it, with another content.
  fileprivate func closed(around content: [UInt8]) -> [UInt8] {
    let signers = signerInfos.map { signer in
      var template = SignerInfoTemplate(
        identifier: DER.sequence(Array(signer.issuer), Array(signer.serialNumber)),
        digestAlgorithm: Array(signer.digestAlgorithm.encoded), signature: Array(signer.signature))
      template.signatureAlgorithm = Array(signer.signatureAlgorithm.encoded)
      return template
    }
    return SignedDataTemplate(
      payload: content, digestAlgorithms: digestAlgorithms.map { Array($0.encoded) },
      certificates: certificates.map(Array.init), signerInfos: signers
    ).encodedAsXcode(content)
  }
}
