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
    case "--at":
      guard let rank = Int(text), rank >= 0 else {
        throw UsageError("--at needs a rank, counted from 0: --at 1000")
      }
      start = .rank(rank)
    case "--around": start = .around(PageArgument.key(text))
    default: start = .section(PageArgument.values(text))
    }
  }

  /// Returns what each value of a key can be; those of several columns are separated by commas.
  private static func key(_ text: String) -> [[StoredValue]] {
    text.parts(at: ",").map(values)
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
