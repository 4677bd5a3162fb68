internal import ReceiptCore

/// Every check, with those that the command line adds to the library's.
enum CheckList {
  static let all: [any Check.Type] =
    Checks.all
    + [
      UniqueTransactionExpectation.self, ListedExpectation.self, ContentsExpectation.self,
      RefusalExpectation.self,
    ]

  /// What a report may name: reading the receipt comes first.
  static let rules: [any Check.Type] = [Reading.self] + all

  static func check(_ id: CheckID) -> (any Check.Type)? { rules.first { $0.id == id } }
}

/// The rule under which reports file what could not be read.
enum Reading: Check {
  static let id = CheckID(rawValue: "decode")
  static let question = "can a receipt be read?"
  static let summary = "A receipt can be read."
  static let explanation =
    "What the file holds is a receipt in one of the forms that Apple makes, or something from "
    + "which one can be taken."
  static let advice = "get the file again from where it was made"
}

enum UniqueTransactionExpectation: Check {
  static let id = CheckID.uniqueTransaction
  static let question =
    "`--unique-transactions`: did no earlier input of this run have the same receipt, or the same "
    + "transaction with another app, Apple Account or user?"
  static let summary = "No earlier receipt of the run has the same purchase."
  static let explanation =
    "Among the receipts of one run, a transaction has one app, one Apple Account and one user, and no "
    + "receipt occurs twice."
  static let advice = "count the purchase once"
}

enum ListedExpectation: Check {
  static let id = CheckID.listed
  static let question =
    "`--strict`, with an expectation file: does one of its entries name the receipt?"
  static let summary = "The expectation file names the receipt."
  static let explanation =
    "An entry of the expectation file names each receipt in the folders that are checked."
  static let advice = "write an entry for it, or record the folder: receipt check --record"
}

enum ContentsExpectation: Check {
  static let id = CheckID.contents
  static let question =
    "only with an expectation file: are fields, purchases and bytes those that it lists?"
  static let summary = "The receipt holds what the expectation file lists."
  static let explanation = "Fields, purchases and bytes, as an expectation file has them."
  static let advice = "if the change is right, record it: receipt check --record"
}

enum RefusalExpectation: Check {
  static let id = CheckID.refusal
  static let question = "only with an expectation file: was it refused as it was meant to be?"
  static let summary = "The receipt is refused as it was meant to be."
  static let explanation =
    "It fails for the reasons that an expectation file names, and for no others."
  static let advice = "compare the reasons that were expected with those that were found"
}

extension CheckID {
  static let uniqueTransaction = Self(rawValue: "unique-transaction")
  static let listed = Self(rawValue: "listed")
  static let contents = Self(rawValue: "contents")
  static let refusal = Self(rawValue: "refusal")
}
