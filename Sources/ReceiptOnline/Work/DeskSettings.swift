internal import ReceiptCommandLine
internal import ReceiptCore

/// What the desk knows beside the receipts: the settings of apps, roots to trust, and whom to ask.
struct DeskSettings: Sendable {
  let apps: [KnownApp]
  private let trustRoots: [String]
  /// Where Apple is asked; `nil` without a key.
  let apple: AppStoreServer?

  /// - Throws: A `Fault` for a file that is wrong, in the words of the command line.
  init(settings: [String], trustRoots: [String], apple: AppStoreServer?) throws {
    self.trustRoots = trustRoots
    self.apple = apple
    apps = try settings.flatMap(Self.files).map { path in
      let host = Host.inMemory([:])
      var onDisk = host
      onDisk.isClosed = false
      guard let app = KnownApp(settings: path, telling: onDisk) else {
        throw Fault(Problem(usage: host.memory?.messages.bytes ?? []).detail)
      }
      return app
    }
  }

  /// A folder stands for all settings files in it.
  private static func files(at path: String) throws(Fault) -> [String] {
    do throws(ReceiptError) {
      return try KnownApp.files(at: path)
    } catch {
      throw Fault("\(path): \(error)", hint: error.advice)
    }
  }

  var trustRootOptions: [String] { trustRoots.map { "--trust-root=\($0)" } }

  /// The settings for a receipt: those that name its app, else the only ones that there are.
  func app(for bundleID: ReceiptString?) -> KnownApp? {
    if let bundleID, let app = apps.first(where: { $0.bundleIDs.contains(bundleID) }) { return app }
    return apps.first { $0.bundleIDs.isEmpty } ?? (apps.count == 1 ? apps.first : nil)
  }
}
