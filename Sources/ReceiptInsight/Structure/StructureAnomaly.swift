internal import ReceiptCore

/// Something unusual or wrong about a node.
package struct StructureAnomaly: Sendable, Hashable {
  package let id: ID
  /// What is unusual, in one sentence without a full stop.
  package let message: String

  init(_ id: ID, _ message: String) {
    self.id = id
    self.message = message
  }

  init(_ id: ID) {
    self.id = id
    message = id.message
  }

  /// A stable name of an anomaly. Where the decoder has one, it is the same.
  package enum ID: String, Sendable, CaseIterable {
    // Something could not be read.
    case unreadable
    case truncated
    case tooDeep = "too-deep"
    case missingEndOfContents = "missing-end-of-contents"
    case invalidBase64 = "invalid-base64"
    case invalidJWS = "invalid-jws"
    case invalidJSON = "invalid-json"
    case invalidPropertyList = "invalid-property-list"
    case invalidSignature = "invalid-signature"
    // It was read, but is unusual.
    case indefiniteLength = "indefinite-length"
    case nonMinimalLength = "non-minimal-length"
    case nonMinimalTag = "non-minimal-tag"
    case nonMinimalInteger = "non-minimal-integer"
    case constructedString = "constructed-string"
    case wrongForm = "wrong-form"
    case unexpectedTag = "unexpected-tag"
    case unexpectedElement = "unexpected-element"
    case unexpectedEndOfContents = "unexpected-end-of-contents"
    case trailingData = "trailing-data"
    case payloadWrapped = "payload-wrapped"
    case duplicateAttribute = "duplicate-attribute"
    case unsortedSet = "unsorted-set"
    case wrongStringType = "wrong-string-type"
    case invalidUTF8 = "invalid-utf8"
    case invalidInteger = "invalid-integer"
    case invalidBoolean = "invalid-boolean"
    case invalidBits = "invalid-bit-string"
    case invalidIdentifier = "invalid-object-identifier"
    case invalidDate = "invalid-date"
    case nonCanonicalBase64 = "non-canonical-base64"
    case duplicateName = "duplicate-name"
  }

  package var isFault: Bool { id.isFault }
}

extension StructureAnomaly.ID {
  /// Bytes are shown in place of something else, or something is missing.
  package var isFault: Bool {
    switch self {
    case .unreadable, .truncated, .tooDeep, .missingEndOfContents, .invalidBase64, .invalidJWS,
      .invalidJSON, .invalidPropertyList, .invalidSignature:
      true
    default: false
    }
  }
}

extension StructureAnomaly.ID {
  /// The general message, if there is nothing special to say.
  package var message: String {
    switch self {
    case .unreadable: "these bytes are no element"
    case .truncated: "the length promises more bytes than there are"
    case .tooDeep: "elements are nested too deep to be taken apart"
    case .missingEndOfContents:
      "the two zero bytes are missing that end an indefinite length (X.690 §8.1.5)"
    case .invalidBase64: "the text is no base64"
    case .invalidJWS: "a JWS has three segments (RFC 7515 §7.1)"
    case .invalidJSON: "this is no JSON (RFC 8259)"
    case .invalidPropertyList: "this is no property list"
    case .invalidSignature: "the signature has no known shape"
    case .indefiniteLength: "BER allows an indefinite length (X.690 §8.1.3.6), DER does not (§10.1)"
    case .nonMinimalLength: "a length is written in more bytes than it needs (X.690 §10.1)"
    case .nonMinimalTag: "a tag is written in more bytes than it needs (X.690 §8.1.2.4)"
    case .nonMinimalInteger:
      "an INTEGER is written in more bytes than it needs (X.690 §8.3.2)"
    case .constructedString:
      "BER allows a string in pieces (X.690 §8.7.3), DER does not (§10.2)"
    case .wrongForm: "a type that is never constructed is, or one that always is, is not"
    case .unexpectedTag: "this field has another type"
    case .unexpectedElement: "an element stands here that receipts do not have"
    case .unexpectedEndOfContents:
      "an end-of-contents mark, where no indefinite length is open (X.690 §8.1.5)"
    case .trailingData: "bytes follow where the structure ends"
    case .payloadWrapped: "the attributes are wrapped in one more OCTET STRING; Apple's are not"
    case .duplicateAttribute: "this attribute occurs more than once; the first one counts"
    case .unsortedSet:
      "this element should come before the one above it in the order that DER asks for (X.690 §11.6)"
    case .wrongStringType: "the text is of another string type than usual"
    case .invalidUTF8: "the text is not valid UTF-8"
    case .invalidInteger: "an INTEGER has at least one byte (X.690 §8.3.1)"
    case .invalidBoolean: "DER writes TRUE as FF and FALSE as 00, in one byte (X.690 §8.2, §11.1)"
    case .invalidBits: "the first byte counts unused bits, from 0 to 7 (X.690 §8.6.2)"
    case .invalidIdentifier: "this is no object identifier (X.690 §8.19)"
    case .invalidDate: "the text is not a date"
    case .nonCanonicalBase64: "the base64 is not in the one form that JWS allows (RFC 7515 §2)"
    case .duplicateName: "this name occurs more than once in its object"
    }
  }
}
