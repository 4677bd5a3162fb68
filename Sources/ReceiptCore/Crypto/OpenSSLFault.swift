internal import CReceiptCrypto

/// A published fault of OpenSSL in what this library calls.
package struct OpenSSLFault: Sendable {
  /// Its number in the list of published faults, such as `CVE-2023-0216`.
  package let name: String
  /// What a file can do with it.
  package let effect: String
  /// The first version of each series without it. A series that is not here never had it, or has had it mended
  /// from its beginning.
  let mended: [Version]

  struct Version: Sendable, Comparable {
    let major: UInt32
    let minor: UInt32
    let patch: UInt32

    init(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
  }

  /// Only `d2i_PKCS7` reads what a file says before a signature is known, and only for BER. So few faults matter:
  /// <https://openssl-library.org/news/vulnerabilities/>.
  static let all: [OpenSSLFault] = [
    OpenSSLFault(
      name: "CVE-2022-0778", effect: "a container in BER can make it run for ever",
      mended: [Version(3, 0, 2)]),
    OpenSSLFault(
      name: "CVE-2023-0216", effect: "a container in BER can end the program",
      mended: [Version(3, 0, 8)]),
    OpenSSLFault(
      name: "CVE-2023-2650", effect: "a container in BER can make it slow",
      mended: [Version(3, 0, 9), Version(3, 1, 1)]),
  ]

  /// The faults of a version.
  static func known(in version: Version) -> [OpenSSLFault] {
    all.filter { fault in
      fault.mended.contains { mended in
        (mended.major, mended.minor) == (version.major, version.minor) && version < mended
      }
    }
  }

  /// The faults of the OpenSSL that is running.
  package static var known: [OpenSSLFault] {
    known(
      in: Version(
        OPENSSL_version_major(), OPENSSL_version_minor(), OPENSSL_version_patch()))
  }
}
