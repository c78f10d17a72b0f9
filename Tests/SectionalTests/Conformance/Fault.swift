import Sectional
import SectionalTesting

/// A fault that a store's author could make; the check of one rule finds it, and others may.
enum Fault: CaseIterable, Sendable {
  /// A transaction's version is the newest one, whatever it reads.
  case newestVersion
  /// Other programs' commits leave the version as it is.
  case versionOfOwnWrites
  /// The version doesn't depend on a column.
  case versionWithoutTeams
  /// What the source has told once, it doesn't tell again.
  case forgetfulSource
  /// Pages are in an order that ignores case.
  case pagesWithoutCase
  /// Pages have nulls first in any order.
  case pagesWithNullsFirst

  /// The rule whose check finds it.
  var rule: ConformanceRule {
    switch self {
    case .newestVersion, .versionOfOwnWrites, .versionWithoutTeams: .changesItsVersion
    case .forgetfulSource: .namesChangedRows
    case .pagesWithoutCase, .pagesWithNullsFirst: .readsPages
    }
  }

  /// The order of pages, if it isn't the list's.
  var order: (@Sendable (StoredRow, StoredRow) -> Bool)? {
    @Sendable func text(_ row: StoredRow, _ column: String) -> String? {
      if case .text(let text)? = row[column] { text } else { nil }
    }
    return switch self {
    case .pagesWithoutCase:
      { one, other in
        (text(one, "name") ?? "").lowercased() < (text(other, "name") ?? "").lowercased()
      }
    case .pagesWithNullsFirst:
      { one, other in text(one, "team") == nil && text(other, "team") != nil }
    default: nil
    }
  }
}
