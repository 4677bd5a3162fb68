import Foundation
import Testing

/// Keys and maps of pseudonyms are written only where no other user can read or replace them.
@Suite struct SecretFileTests {
  private func mode(_ bench: Workbench, _ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.place(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try bench.write("spec.yaml", "receipt: {bundle_id: com.example.app}\n".utf8)
    return bench
  }

  @Test("A map of pseudonyms follows no link, and only its owner can read it")
  func map() async throws {
    let bench = try bench()
    try bench.write("elsewhere", [])
    for target in ["elsewhere", "nowhere"] {
      try? FileManager.default.removeItem(atPath: bench.place("map.json"))
      try bench.link("map.json", to: target)
      for force in [[], ["--force"]] {
        try await bench.run(["redact", "receipt", "--map", "map.json", "-o", "copy"] + force)
          .expect(status: 2)
      }
      #expect(try bench.read("elsewhere").isEmpty)
      #expect(!FileManager.default.fileExists(atPath: bench.place("nowhere")))
    }
    try FileManager.default.removeItem(atPath: bench.place("map.json"))
    try await bench.shell(#"umask 0; "$RECEIPT" redact receipt --map map.json -o copy"#)
      .expect(status: 0)
    #expect(try mode(bench, "map.json") == 0o600)
  }

  @Test(
    "An authority is not made in a folder that others can write", arguments: [0o777, 0o770, 0o702])
  func openFolder(mode: Int) async throws {
    let bench = try bench()
    try bench.makeFolder("pki")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: bench.place("pki"))
    try await bench.run(["make", "spec.yaml", "--pki", "pki", "-o", "made"]).expect(status: 2)
      .expect(message: "others may write into this folder").expect(message: "chmod go-w")
    #expect(try bench.names(in: "pki") == [])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.place("pki"))
    try await bench.run(["make", "spec.yaml", "--pki", "pki", "-o", "made"]).expect(status: 0)
    #expect(try self.mode(bench, "pki/leaf.key") == 0o600)
    // The same holds for one that is there.
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: bench.place("pki"))
    try await bench.run(["make", "spec.yaml", "--pki", "pki", "-o", "made"]).expect(status: 2)
  }

  @Test("An authority is not made where others could put another folder in its place")
  func replaceableFolder() async throws {
    let bench = try bench()
    try bench.makeFolder("open")
    func make() async throws -> CommandResult {
      try await bench.run(["make", "spec.yaml", "--pki", "open/pki", "-o", "made"])
    }
    func allow(_ mode: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: bench.place("open"))
    }
    try allow(0o777)
    try await make().expect(status: 2).expect(message: "others may write into this folder")
    #expect(try bench.names(in: "open") == [])
    // In a folder such as /tmp they cannot.
    try allow(0o1777)
    try await make().expect(status: 0)
    #expect(try self.mode(bench, "open/pki/leaf.key") == 0o600)
  }

  @Test(
    "A map and a key are not written into a folder that others can write",
    arguments: [0o777, 0o775])
  func openFolders(mode: Int) async throws {
    let bench = try bench()
    try bench.write("receipt", TestReceipts.der())
    try bench.makeFolder("open")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: bench.place("open"))
    try bench.write("secret", Array("0123456789abcdef0123456789abcdef\n".utf8))
    let request = ["decode", "receipt", "--format", "request", "--password-file", "secret", "-o"]
    for command in [
      ["redact", "receipt", "--map", "open/map", "-o", "copy"],
      ["redact", "receipt", "--key", "open/key", "-o", "copy"], request + ["open/request"],
    ] {
      try await bench.run(command).expect(status: 2)
        .expect(message: "others may write into this folder").expect(message: "chmod go-w")
      #expect(try bench.names(in: "open") == [])
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.place("open"))
    try await bench.run(
      ["redact", "receipt", "--map", "open/map", "--key", "open/key", "-o", "copy"]
    ).expect(status: 0)
    #expect(try self.mode(bench, "open/map") == 0o600)
    try await bench.run(request + ["open/request"]).expect(status: 0)
    #expect(try self.mode(bench, "open/request") == 0o600)
    // Without a secret it is an answer like any other.
    try await bench.run(["decode", "receipt", "--format", "request", "-o", "open/plain"])
      .expect(status: 0)
    #expect(try self.mode(bench, "open/plain") != 0o600)
  }

  @Test(
    "No secret is written into a folder of another user",
    .enabled(if: Machine.isSuperuser, "only the superuser may give a file to another user"),
    arguments: [
      ["make", "spec.yaml", "--pki", "foreign", "-o", "made"],
      ["make", "spec.yaml", "--pki", "foreign/pki", "-o", "made"],
      ["redact", "receipt", "--map", "foreign/map", "-o", "copy"],
      ["redact", "receipt", "--key", "foreign/key", "-o", "copy"],
    ])
  func foreignFolder(command: [String]) async throws {
    let bench = try bench()
    try bench.makeFolder("foreign")
    try await bench.shell("chown 4321 foreign").expect(status: 0)
    try await bench.run(command).expect(status: 2)
      .expect(message: "this folder belongs to another user")
    #expect(try bench.names(in: "foreign") == [])
    try await bench.shell("chown 0 foreign").expect(status: 0)
    try await bench.run(command).expect(status: 0)
  }

  @Test("No file of an authority is written through a link that was put there")
  func plantedLinks() async throws {
    let bench = try bench()
    try bench.makeFolder("pki")
    try bench.link("pki/leaf.key", to: "../stolen")
    try await bench.run(["make", "spec.yaml", "--pki", "pki", "-o", "made"]).expect(status: 2)
    try bench.write("receipt", TestReceipts.der())
    try bench.write("secret", Array("0123456789abcdef0123456789abcdef\n".utf8))
    try bench.link("request", to: "stolen")
    try await bench.run(
      ["decode", "receipt", "-f", "request", "--password-file", "secret", "-o", "request"]
    ).expect(status: 2).expect(message: "this is a link")
    #expect(!FileManager.default.fileExists(atPath: bench.place("stolen")))
  }

  @Test(
    "A pipe without a reader is an error after a while; one that is read later is written")
  func pipes() async throws {
    let bench = try bench()
    try await bench.shell(#"mkfifo pipe; timeout 2 "$RECEIPT" make spec.yaml -o pipe"#)
      .expect(status: 2)
      .expect(message: "this pipe has no reader")
    try await bench.shell(
      #""$RECEIPT" make spec.yaml -o pipe & sleep 0.2; cat pipe > made; wait $!"#
    ).expect(status: 0)
    try await bench.run(["decode", "made"]).expect(status: 0)
  }
}
