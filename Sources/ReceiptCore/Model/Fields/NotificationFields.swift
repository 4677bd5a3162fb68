extension Field<ServerNotification> {
  /// The fields of a notification beside its `data`, in the order of their names.
  package static let all: [Field] = [
    .init("notification_type", .text, \.notificationType, .kept, [top("notificationType")]),
    .init("notification_uuid", .text, \.notificationUUID, .identifier, [top("notificationUUID")]),
    // It stands in `data`.
    .init("status", .number, \.status, .kept, [top("status")]),
    .init("subtype", .text, \.subtype, .kept, [top("subtype")]),
    .init("version", .text, \.version, .kept, [top("version")]),
  ]

  private static func top(_ key: String) -> FieldPlace { .payload([.notification], key) }
}
