internal import ReceiptCore

/// The notifications that were sent, or are still to be sent.
struct Outbox: Sendable {
  /// In the order of their dates.
  private(set) var notices: [Notice] = []
  /// The number of each, by its id. Numbers count on when old ones are dropped.
  private var numbers: [ReceiptString: Int] = [:]
  private var dropped = 0
  /// The numbers of those that are still to be sent.
  private var pending: [Int] = []

  /// How long after an attempt the next one comes (Apple, "Responding to App Store Server Notifications").
  static let hoursUntilRetry: [Int64] = [1, 12, 24, 48, 72]
  private static let hour: Int64 = 3_600_000
  /// Apple keeps them for 180 days. This is for a clock that runs fast.
  static let maximumCount = 10_000

  /// How many are sent at once. To sign thousands would keep requests waiting.
  static let maximumDue = 100

  /// How many there ever were.
  var count: Int { dropped + notices.count }

  subscript(id: ReceiptString) -> Notice? {
    index(id).map { notices[$0] }
  }

  private func index(_ id: ReceiptString) -> Int? {
    guard let number = numbers[id], number >= dropped else { return nil }
    return number - dropped
  }

  /// The place of a notification in the list.
  func place(_ id: ReceiptString) -> Int? { index(id) }

  mutating func add(_ notice: Notice) {
    numbers[notice.id] = count
    if notice.nextTry != nil { pending.append(count) }
    notices.append(notice)
    // Half of them at once: to drop each by itself would move all others every time.
    guard notices.count > Self.maximumCount else { return }
    let old = notices.prefix(Self.maximumCount / 2)
    for notice in old { numbers[notice.id] = nil }
    dropped += old.count
    notices.removeFirst(old.count)
    pending.removeAll { $0 < dropped }
  }

  /// Takes out notifications that are due at a date, the first due first. Those that fail come back by `record`.
  ///
  /// After a jump of the clock, a retry may be due before a later notification. So in order only those are taken that
  /// are due before the first possible retry.
  ///
  /// - Parameter isInOrder: Whether each is sent when its turn has come.
  mutating func takeDue(at date: ReceiptDate, isInOrder: Bool) -> [Notice] {
    func next(_ number: Int) -> ReceiptDate { notices[number - dropped].nextTry ?? .distantFuture }
    guard var end = pending.map(next).min(), end <= date else { return [] }
    end = ReceiptDate(
      millisecondsSince1970: end.millisecondsSince1970 + Self.hoursUntilRetry[0] * Self.hour - 1)
    if !isInOrder || end > date { end = date }
    let due = pending.filter { next($0) <= end }.sorted { (next($0), $0) < (next($1), $1) }
      .prefix(Self.maximumDue)
    let taken = Set(due)
    pending.removeAll(where: taken.contains)
    return due.map { number in
      let index = number - dropped
      let notice = notices[index]
      notices[index].lastTry = notice.nextTry
      notices[index].nextTry = nil
      return notice
    }
  }

  /// Records how an attempt ended. After a failure there is another one, until there were six.
  ///
  /// It was made when it was due, also where the clock was set forward far beyond that: then the next one may be due too.
  mutating func record(_ result: StandInNotification.Result, of id: ReceiptString) {
    guard let index = index(id), notices[index].attempts.count <= Self.hoursUntilRetry.count else {
      return
    }
    let date = notices[index].lastTry ?? notices[index].date
    notices[index].attempts.append(Notice.Attempt(date: date, result: result))
    let tries = notices[index].attempts.count
    guard result != .success, tries <= Self.hoursUntilRetry.count, notices[index].nextTry == nil
    else { return }
    notices[index].nextTry = ReceiptDate(
      millisecondsSince1970: date.millisecondsSince1970
        + Self.hoursUntilRetry[tries - 1] * Self.hour)
    pending.append(index + dropped)
  }
}
