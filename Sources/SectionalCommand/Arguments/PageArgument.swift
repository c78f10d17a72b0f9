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
    case "--around": start = .around(TypedKey(argument: text))
    default:
      let section = TypedValue(argument: text)
      guard !section.meanings.isEmpty else {
        throw UsageError(
          "--from-section begins like JSON and isn't any; type the section's key as the JSON has it: "
            + "--from-section '\"Red\"'")
      }
      start = .section(section)
    }
  }
}
