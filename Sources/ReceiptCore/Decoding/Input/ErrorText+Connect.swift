/// Messages of Apple's other servers: the App Store Connect API with its reports, and DeviceCheck.
extension ErrorText {
  static let ofConnect: [OtherText.Kind] = [
    .init(
      words: [["The version parameter you have specified is invalid"]],
      error: "of a report of App Store Connect, not a receipt: its version is wrong",
      todo: "give the version that the message names as filter[version], such as 1_1",
      hasCodes: false),
    .init(
      words: [["There were no sales for the date specified"]],
      what: "this is an answer of App Store Connect, not a receipt: there is no report of that day",
      todo:
        "nothing was sold on that day, or its report is not ready: it comes on the next day, by the time of California",
      hasCodes: false),
    .init(
      words: [["Invalid vendor number specified"]],
      error: "of a report of App Store Connect, not a receipt",
      todo:
        "the vendor number stands in Payments and Financial Reports, and a role that may read sales need not see financial reports",
      hasCodes: false),
    .init(
      words: [["application/a-gzip"]],
      error: "of a report of App Store Connect, not a receipt: it is no JSON",
      todo: "ask for it with the header Accept: application/a-gzip, and unpack the table in it",
      hasCodes: false),
    .init(
      // RATE_LIMIT_EXCEEDED alone is 4290000 of the App Store Server API.
      words: [["The request rate limit has been reached"]],
      what:
        "this is a refusal of the App Store Connect API (429), not a receipt: too many requests",
      todo: "wait: the limit is by the hour, and the header X-Rate-Limit of each answer has it",
      hasCodes: false),
    .init(
      words: [["FORBIDDEN_ERROR"], ["The API key in use does not allow this request"]],
      what:
        "this is a refusal of the App Store Connect API (403), not a receipt: the token is accepted, and its key may not do this",
      todo:
        "give the key a role that may, in App Store Connect under Users and Access, or take another key",
      hasCodes: false),
    .init(
      words: [["incorrectly formatted device token payload"]],
      error: "of DeviceCheck, not of receipts",
      todo:
        "send the token that DCDevice made in base64, and to the server of its build: api.development.devicecheck.apple.com for one of Xcode",
      hasCodes: false),
    .init(
      words: [["Unable to verify authorization token"]],
      what: "this is a refusal of DeviceCheck (401), not of receipts",
      todo:
        "look at the token of the request. Its kid is the id of a key for DeviceCheck, iss that of the team, and iat the time in seconds",
      hasCodes: false),
  ]
}
