/// Errors of the Retention Messaging API. They say nothing about a purchase.
extension APIError {
  private static let shorten = "shorten the text"
  private static let otherImage = "send another image"
  private static let approval = "wait until Apple has approved it"

  static let retention: [APIError] = [
    .init(4_000_161, "InvalidImage", "the image is not valid", do: otherImage),
    .init(4_000_162, "HeaderTooLong", "the message's header is too long", do: shorten),
    .init(4_000_163, "BodyTooLong", "the message's body is too long", do: shorten),
    .init(4_000_164, "InvalidLocale", "the locale is not valid", do: "correct the locale"),
    .init(4_000_175, "AltTextTooLong", "the image's alternative text is too long", do: shorten),
    .init(
      4_000_211, "InvalidPerformanceTestRequest", "the request for a performance test is not valid",
      do: "correct the request"),
    .init(
      4_000_212, "InvalidRequestId", "the id of the performance test is not valid",
      do: "use the id that the request gave"),
    .init(
      4_000_213, "ExistingPerformanceTestRun", "a performance test is already running",
      do: "wait until it ends", again: .later),
    .init(
      4_000_215, "BadRequestRealtimeUrl", "the address of your server is not valid",
      do: "correct the address"),
    .init(4_000_216, "BadRequestImageSize", "the image has a wrong size", do: otherImage),
    .init(
      4_000_218, "BadRequestTooManyBulletPoints", "the message has too many bullet points",
      do: "remove some"),
    .init(
      4_000_219, "BadRequestBulletPointTextTooLong", "the text of a bullet point is too long",
      do: shorten),
    .init(
      4_000_224, "BadRequestAboveImageRequiresAnImage",
      "the message places text above an image and has no image", do: "add an image"),
    .init(
      4_030_014, "MaximumNumberOfImagesReached", "there are as many images as there may be",
      do: "delete one"),
    .init(
      4_030_016, "MaximumNumberOfMessagesReached", "there are as many messages as there may be",
      do: "delete one"),
    .init(
      4_030_017, "MessageNotApproved", "the message is not approved", do: approval, again: .later),
    .init(4_030_018, "ImageNotApproved", "the image is not approved", do: approval, again: .later),
    .init(
      4_030_019, "ImageInUse", "a message uses the image", do: "delete the message first"),
    .init(
      4_030_026, "ForbiddenNoPassingTest", "your server has not passed a performance test",
      do: "run a performance test in the sandbox first"),
    .init(4_040_014, "ImageNotFound", "the image was not found", do: "check its id"),
    .init(4_040_015, "MessageNotFound", "the message was not found", do: "check its id"),
    .init(
      4_040_018, "PerformanceTestRunNotFound", "the performance test was not found",
      do: "check its id"),
    .init(
      4_040_020, "DefaultMessageNotFound", "no default message is set", do: "set one first"),
    .init(
      4_040_021, "RealtimeUrlNotFound", "the address of your server is not set", do: "set it first"),
    .init(
      4_090_000, "ImageAlreadyExists", "there is already an image with this id",
      do: "choose a new id"),
    .init(
      4_090_001, "MessageAlreadyExists", "there is already a message with this id",
      do: "choose a new id"),
  ]
}
