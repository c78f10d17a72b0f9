import Foundation
import Sectional

/// Where a page of a long list begins: `--at RANK`, `--around KEY` or `--from-section VALUE`.
struct PageArgument {
  let start: FoundPage.Start
  /// The number of rows.
  let count: Int

  private static let names = ["--at", "--around", "--from-section"]
  /// The number of rows without `--limit`.
  private static let usualCount = 20

  /// Reads the options; returns `nil` if none of them was given.
  init?(_ arguments: Arguments) throws {
    let given = PageArgument.names.filter { !arguments.values(of: $0).isEmpty }
    guard let name = given.first else { return nil }
    for other in given.dropFirst() + ["--offset", "--cache"]
    where !arguments.values(of: other).isEmpty {
      throw UsageError("\(name) and \(other) exclude each other; leave one of them out")
    }
    count = try arguments.count(of: "--limit", atLeast: 1) ?? PageArgument.usualCount
    let text = try arguments.value(of: name) ?? ""
    switch name {
    case "--at": start = .rank(try arguments.count(of: name, atLeast: 0) ?? 0)
    case "--around": start = .around(PageArgument.keys(text))
    default: start = .section(PageArgument.values(text))
    }
  }

  /// Returns the keys that a text can mean; the values of several columns are separated by commas.
  private static func keys(_ text: String) -> [RowKey] {
    let whole = values(text).map { RowKey([$0]) }
    guard text.contains(",") else { return whole }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      values(String($0))
    }
    let numbers = RowKey(parts.compactMap(\.first))
    let texts = RowKey(parts.compactMap(\.last))
    return whole + [numbers, texts]
  }

  /// Returns the values that a text can mean.
  private static func values(_ text: String) -> [StoredValue] {
    var values: [StoredValue] = []
    if let integer = Int64(text) {
      values.append(.integer(integer))
    } else if let real = Double(text), real.isFinite {
      values.append(.real(real))
    }
    return text == "NULL" ? [.null, .text(text)] : values + [.text(text)]
  }
}
