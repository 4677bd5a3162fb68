import Testing

/// `--bundle-id`, `--environment` and `--app-apple-id` read the object that a notification carries, whichever it is.
@Suite struct NotificationCheckTests {
  private static let app = #""appAppleId": 42, "bundleId": "com.example.tea""#

  private static func notification(_ type: String, _ carried: String) -> String {
    #"{"notificationType": "\#(type)", "notificationUUID": "x", "version": "2.0", "#
      + #""signedDate": 1700000000000, \#(carried)}"#
  }

  @Test(
    "Each kind of notification says its app and its environment",
    arguments: [
      ("TEST", #""data": {\#(app), "environment": "Sandbox"}"#, "sandbox"),
      (
        "RENEWAL_EXTENSION",
        #""summary": {\#(app), "environment": "Production", "productId": "p"}"#, "production"
      ),
      (
        "EXTERNAL_PURCHASE_TOKEN",
        #""externalPurchaseToken": {\#(app), "externalPurchaseId": "SANDBOX_a"}"#, "sandbox"
      ),
      ("METADATA_UPDATE", #""appData": {\#(app), "environment": "Production"}"#, "production"),
      (
        "SEAT", #""unclaimInfo": {\#(app), "environment": "Production", "unclaimSeatIds": ["a"]}"#,
        "production"
      ),
    ])
  func carried(type: String, carried: String, environment: String) async throws {
    let bench = try Workbench()
    try bench.write("n.json", Array(Self.notification(type, carried).utf8))
    let arguments = ["check", "n.json", "--unsigned", "accept", "--format", "json"]
    let other = environment == "sandbox" ? "production" : "sandbox"
    for (options, status) in [
      (["--bundle-id", "com.example.tea"], "pass"), (["--bundle-id", "com.example.other"], "fail"),
      (["--environment", environment], "pass"), (["--environment", other], "fail"),
      (["--app-apple-id", "42"], "pass"), (["--app-apple-id", "43"], "fail"),
    ] {
      let json = try await bench.run(arguments + options).expect(status: status == "pass" ? 0 : 1)
        .json()
      let check = json["checks"]?.elements?.first {
        $0["id"]?.string == String(options[0].dropFirst(2))
      }
      #expect(check?["status"]?.string == status, "\(options)")
    }
  }

  @Test("A notification of version 1 says its app and its environment")
  func version1() async throws {
    let bench = try Workbench()
    try bench.write(
      "n.json",
      Array(
        #"""
        {"notification_type": "DID_RENEW", "bid": "com.example.tea", "environment": "PROD",
         "unified_receipt": {"environment": "Production", "status": 0}}
        """#.utf8))
    let arguments = ["check", "n.json", "--unsigned", "accept"]
    try await bench.run(
      arguments + ["--bundle-id", "com.example.tea", "--environment", "production"]
    ).expect(status: 0)
    try await bench.run(arguments + ["--environment", "sandbox"]).expect(status: 1)
    // It has no place for the App Store id.
    try await bench.run(arguments + ["--app-apple-id", "42"]).expect(status: 1)
      .expect(output: "undetermined")
  }
}
