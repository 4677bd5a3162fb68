package import ReceiptCore

/// A folder of SPEC files, each about a customer of an app.
package enum SpecFolder {
  /// What a SPEC says of a customer.
  package struct Customer: Sendable {
    /// The name of the file, without its ending.
    package let name: String
    /// The app, with everything that was bought.
    package let receipt: Receipt
    package let renewals: [RenewalInfo]
  }

  private static let endings = DocumentNode.endings

  /// Reads the SPEC files of a folder, in the order of their names. Other files are left alone.
  ///
  /// - Throws: `NamedError` for the first one that is no SPEC, and for a folder without any.
  package static func load(_ folder: String) throws -> [Customer] {
    var customers: [Customer] = []
    for file in try files(in: folder) {
      let bytes: [UInt8]
      do throws(ReceiptError) {
        bytes = try FileReader.read(file, limit: DocumentNode.maximumSize)
      } catch {
        throw NamedError(name: file.text, error: error)
      }
      customers += try read(bytes, named: file.text)
    }
    return customers
  }

  private static func files(in folder: String) throws(NamedError) -> [FilePath] {
    do throws(ReceiptError) {
      let files = try Directory.entries(of: FilePath(folder)).map(\.path).sorted()
        .filter { file in endings.contains { file.text.hasSuffix($0) } }
      guard !files.isEmpty else {
        throw ReceiptError(
          .invalidDocument, "this folder has no SPEC",
          hint: "each customer is a file that ends with \(endings.joined(separator: ", "))")
      }
      return files
    } catch {
      throw NamedError(name: folder, error: error)
    }
  }

  /// The customers of a file: several, if it is a list.
  package static func read(_ bytes: [UInt8], named path: String) throws -> [Customer] {
    let specs = try DocumentNode.read(bytes, named: path) { node throws(DocumentError) in
      try ReceiptSpec.all(node)
    }
    var name = FilePath(path).split().name.text
    if let ending = endings.first(where: name.hasSuffix) { name.removeLast(ending.count) }
    return specs.enumerated().map { index, spec in
      var receipt = spec.receipt
      receipt.inApp = spec.allPurchases
      return Customer(
        name: index == 0 ? name : "\(name)-\(index + 1)", receipt: receipt,
        renewals: spec.renewals + spec.nested.flatMap(\.renewals))
    }
  }
}

extension ReceiptSpec {
  /// What was bought, wherever the SPEC says it. A response says more of a purchase than the receipt in it.
  fileprivate var allPurchases: [InAppPurchase] {
    var purchases = response.latestReceiptInfo ?? []
    var known = Set(purchases.map(\.transactionID))
    for purchase in receipt.inApp + nested.flatMap(\.receipt.inApp)
    where purchase.transactionID == nil || known.insert(purchase.transactionID).inserted {
      purchases.append(purchase)
    }
    return purchases
  }
}
