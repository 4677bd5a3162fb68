import Testing

/// Checks the tests' own SHA-256 with the examples of FIPS 180-4.
struct SHA256Tests {
  @Test func answersOfFIPS180() {
    #expect(
      SHA256.hexDigest("abc".utf8)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexDigest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
