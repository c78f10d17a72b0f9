import Foundation
import Sectional

/// Where a page of a long list begins: `--at RANK`, `--around KEY` or `--from-section VALUE`.
struct PageArgument {
  let start: FoundPage.Start
  /// The number of rows.
  let count: Int

  /// The number of rows without `--limit`.
  private static let usualCount = 20

  /// Reads the options; returns `nil` if none of them was given.
  init?(_ arguments: Arguments) throws {
    let given = CommandOption.pageOptions.filter { !arguments.values(of: $0).isEmpty }
    guard let option = given.first else { return nil }
    for other in given.dropFirst() + [.offset, .cache]
    where !arguments.values(of: other).isEmpty {
      throw UsageError("\(option.name) and \(other.name) can't be combined; leave one of them out")
    }
    count = try arguments.count(of: .limit, atLeast: 1) ?? PageArgument.usualCount
    let text = try arguments.value(of: option) ?? ""
    switch option.name {
    case CommandOption.at.name:
      guard let rank = Int(text), rank >= 0 else {
        throw UsageError("--at needs a rank, counted from 0: --at 1000")
      }
      start = .rank(rank)
    case CommandOption.around.name: start = .around(TypedKey(argument: text))
    default:
      let section = TypedValue(argument: try PageArgument.sectionKey(text, arguments))
      guard !section.meanings.isEmpty else {
        throw UsageError(
          "--from-section is not valid JSON; type the section's key as in --format json: "
            + "--from-section '\"Red\"'")
      }
      start = .section(section)
    }
  }

  /// Returns a section's key for its name, if the sections are days, weeks, months or years: 202402 for 2024-02.
  private static func sectionKey(_ text: String, _ arguments: Arguments) throws -> String {
    let section = try arguments.value(of: .section).map { try SectionArgument($0) }
    guard let calendar = section?.calendar, calendar.form != SectionArgument.relative,
      text.wholeMatch(of: /[0-9]{4,}-W?[0-9]{2}(-[0-9]{2})?/) != nil
    else { return text }
    return text.filter(\.isNumber)
  }
}
