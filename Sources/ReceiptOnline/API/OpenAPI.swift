internal import ReceiptCommandLine
internal import ReceiptCore

/// The description of the commands for programs (OpenAPI 3.1), made from the same tables that answer them.
enum OpenAPI {
  static let document: [UInt8] = {
    var json = JSONWriter()
    json.value(description)
    return json.octets
  }()

  private static var description: JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "receipt", "version": .string(Program.version),
        "description": "What the program receipt says, over HTTP. Nothing is kept.",
      ],
      "paths": .object(
        APIOperation.all.map {
          JSONValue.Member(name: API.prefix + $0.command, value: ["post": operation($0)])
        }),
      "components": [
        "schemas": .object(
          [JSONValue.Member(name: "problem", value: problem)]
            + APIOperation.all.compactMap { one in
              one.schema.map { JSONValue.Member(name: one.command, value: schema($0)) }
            })
      ],
    ]
  }

  private static func operation(_ operation: APIOperation) -> JSONValue {
    var content: [String: JSONValue] = [:]
    let binary: JSONValue = ["type": "string", "minLength": .number("1")]
    content["application/octet-stream"] = ["schema": binary]
    content["application/json"] = [
      "schema": [
        "anyOf": [
          [
            "type": "object", "required": ["receipt"], "additionalProperties": false,
            "properties": ["receipt": binary, "options": ["type": "object"]],
          ],
          ["description": "Any other JSON is itself the receipt, such as a response of Apple's."],
        ]
      ]
    ]
    content["multipart/form-data"] = [
      "schema": [
        "type": "object", "required": ["receipt"], "properties": ["receipt": binary],
        "additionalProperties": ["type": "string", "description": "An option, as in the address."],
      ]
    ]
    if operation.takesRows { content["application/x-ndjson"] = ["schema": ["type": "string"]] }
    var answer: JSONValue = ["type": "string"]
    if operation.schema != nil, operation.mediaType == "application/json" {
      answer = ["$ref": .string("#/components/schemas/\(operation.command)")]
    }
    var answers = [JSONValue.Member(name: operation.mediaType, value: ["schema": answer])]
    if operation.takesRows, operation.mediaType != "application/x-ndjson" {
      answers.append(
        JSONValue.Member(name: "application/x-ndjson", value: ["schema": ["type": "string"]]))
    }
    return [
      "operationId": .string(operation.command), "summary": .string(operation.summary),
      "parameters": .array(operation.arguments.map { parameter($0, operation) }),
      "requestBody": [
        "required": true,
        "content": .object(
          content.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) }
        ),
      ],
      "responses": .object(
        [
          JSONValue.Member(
            name: "200", value: ["description": "The answer", "content": .object(answers)])
        ]
          + failures.map {
            JSONValue.Member(
              name: $0.code,
              value: [
                "description": .string($0.reason),
                "content": [
                  "application/problem+json": ["schema": ["$ref": "#/components/schemas/problem"]]
                ],
              ])
          }),
    ]
  }

  private static let failures: [(code: String, reason: String)] = [
    ("400", "The request is wrong"), ("401", "A token is needed"),
    ("403", "A page of another site sent it"), ("405", "The path takes another method"),
    ("413", "The body is too large"), ("415", "The body is compressed"),
    ("421", "The server has another name"),
    ("422", "The text is no receipt, or cannot be redacted"),
    ("501", "The body has a transfer coding other than chunked"),
    ("503", "Too many requests are waiting"),
  ]

  private static func parameter(
    _ row: ArgumentTable.Row, _ operation: APIOperation
  ) -> JSONValue {
    var type: JSONValue =
      row.isFlag ? ["type": "boolean"] : ["type": "string", "minLength": .number("1")]
    if !row.choices.isEmpty {
      type = ["type": "string", "enum": .array(row.choices.map(JSONValue.string))]
    }
    if row.isRepeating { type = ["type": "array", "items": type] }
    let isForRows = operation.rowOptions.contains { row.name == "--\($0)" }
    return [
      "name": .string(APIOptions.key(row)), "in": "query", "required": false,
      "description": .string(
        row.abstract.replacing("With --lines: ", with: "")
          + (isForRows ? " Only with application/x-ndjson." : "")),
      "schema": type,
    ]
  }

  private static let problem: JSONValue = [
    "type": "object", "required": ["code", "detail", "status", "title", "type"],
    "properties": [
      "code": ["type": "string"], "detail": ["type": "string"], "hint": ["type": "string"],
      "status": ["type": "integer"], "title": ["type": "string"], "type": ["type": "string"],
    ],
  ]

  /// The schema that `receipt schema NAME` prints. It stands in this document, so it has no name of its own.
  private static func schema(_ name: String) -> JSONValue {
    let host = Host.inMemory([:])
    _ = Tool.run(["schema", name], on: host)
    guard let members = (try? JSONValue(host.memory?.output.bytes ?? []))?.members else {
      return true
    }
    return moved(.object(members.filter { !["$id", "$schema"].contains($0.name) }), to: name)
  }

  /// A reference within a schema begins at its root, which is not that of this document. Schemas are a few levels deep.
  private static func moved(_ value: JSONValue, to name: String) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { JSONValue.Member(name: $0.name, value: moved($0.value, to: name)) })
    case .array(let elements): .array(elements.map { moved($0, to: name) })
    case .string(let text) where text.hasPrefix("#/$defs/"):
      .string("#/components/schemas/\(name)/\(text.dropFirst(2))")
    default: value
    }
  }
}
