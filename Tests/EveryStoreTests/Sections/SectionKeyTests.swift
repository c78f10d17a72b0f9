import Foundation
import Sectional
import TestSupport
import Testing

/// Sections of columns and of values derived from them: names, keys, order and index titles.
@MainActor @Suite struct SectionKeyTests {
  private func expect(
    _ visits: [Visit], _ section: SectionKey<Visit>, sortBy: [SortKey<Visit>] = [],
    _ expected: [SectionPicture], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let stores = try await RecordStores(visits)
    for (name, list) in try await stores.lists(
      ResultsRequest(sortBy: sortBy), sectionBy: section)
    {
      #expect(
        list.results.map(SectionPicture.init) == expected, "\(name)",
        sourceLocation: sourceLocation)
      #expect(list.sectionIndexTitles == expected.compactMap(\.title))
    }
  }

  private static let named = [
    "anna", "\u{C4}gir", "Bob", "", "\u{DF}a", "\u{1F469}\u{200D}\u{1F680}x", "1st", "a\u{308}",
  ].enumerated().map { Visit(id: Int64($0), name: $1, team: $1.isEmpty ? nil : $1) }

  @Test func `first letters are capitalized and composed, and otherwise exact`() async throws {
    try await expect(
      Self.named, .firstLetter(of: \.name),
      [
        SectionPicture("", "", [3]), SectionPicture("1", "1", [6], title: "1"),
        SectionPicture("A", "A", [0], title: "A"),
        SectionPicture("B", "B", [2], title: "B"),
        SectionPicture("\u{C4}", "\u{C4}", [1, 7], title: "\u{C4}"),
        SectionPicture("\u{DF}", "\u{DF}", [4], title: "\u{DF}"),
        SectionPicture(
          "\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F680}", [5],
          title: "\u{1F469}\u{200D}\u{1F680}"),
      ])
  }

  @Test func `an optional text has a section for nil`() async throws {
    let visits = [
      Visit(id: 1, team: "b"), Visit(id: 2), Visit(id: 3, team: ""), Visit(id: 4, team: "B"),
    ]
    try await expect(
      visits, .firstLetter(of: \.team),
      [
        SectionPicture("", .null, [2]), SectionPicture("", "", [3]),
        SectionPicture("B", "B", [1, 4], title: "B"),
      ])
    try await expect(
      visits, .firstLetter(of: \.team), sortBy: [SortKey(\.team, order: .reverse)],
      [
        SectionPicture("B", "B", [1, 4], title: "B"), SectionPicture("", "", [3]),
        SectionPicture("", .null, [2]),
      ])
  }

  @Test func `prefixes are Unicode scalars`() async throws {
    let visits = ["abc", "abd", "a", "e\u{301}x", "", "\u{1F1E9}\u{1F1EA}"].enumerated()
      .map { Visit(id: Int64($0), name: $1) }
    try await expect(
      visits, .prefix(of: \.name, length: 2),
      [
        SectionPicture("", "", [4]), SectionPicture("a", "a", [2], title: "A"),
        SectionPicture("ab", "ab", [0, 1], title: "A"),
        SectionPicture("\u{E9}x", "\u{E9}x", [3], title: "\u{C9}"),
        SectionPicture(
          "\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}", [5], title: "\u{1F1E9}\u{1F1EA}"),
      ])
    try await expect(
      visits, .prefix(of: \.name, length: -1), [SectionPicture("", "", [0, 1, 2, 3, 4, 5])])
  }

  @Test func `a computed section keeps the type of its value`() async throws {
    let visits = (0..<7).map { Visit(id: Int64($0), level: $0) }
    try await expect(
      visits, .computed("thirds") { $0.level % 3 },
      [
        SectionPicture("0", 0, [0, 3, 6], title: "0"), SectionPicture("1", 1, [1, 4], title: "1"),
        SectionPicture("2", 2, [2, 5], title: "2"),
      ])
    try await expect(
      visits, .computed("late") { $0.level > 3 ? "late" : String?.none }.ordered(.reverse),
      [
        SectionPicture("late", "late", [4, 5, 6], title: "L"),
        SectionPicture("", .null, [0, 1, 2, 3]),
      ])
  }

  @Test func `columns of every type make sections`() async throws {
    let marks = (1...2).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255)) }
    let day = Date(timeIntervalSince1970: 86_400)
    let visits = [
      Visit(id: 1, level: -5, weight: 1, isOpen: true, at: day, seen: day, mark: marks[1]),
      Visit(id: 2, level: 10, weight: 0.5, mark: marks[0]),
    ]
    try await expect(
      visits, SectionKey(\.level),
      [SectionPicture("-5", -5, [1], title: "-"), SectionPicture("10", 10, [2], title: "1")])
    try await expect(
      visits, SectionKey(\.weight),
      [SectionPicture("0.5", 0.5, [2], title: "0"), SectionPicture("1", 1, [1], title: "1")])
    try await expect(
      visits, SectionKey(\.isOpen),
      [SectionPicture("0", 0, [2], title: "0"), SectionPicture("1", 1, [1], title: "1")])
    try await expect(
      visits, SectionKey(\.at),
      [SectionPicture("0", 0, [2], title: "0"), SectionPicture("86400", 86400, [1], title: "8")])
    try await expect(
      visits, SectionKey(\.seen),
      [
        SectionPicture("", .null, [2]),
        SectionPicture("1970-01-02T00:00:00.000Z", "1970-01-02T00:00:00.000Z", [1], title: "1"),
      ])
    try await expect(
      visits, SectionKey(\.mark).ordered(.reverse),
      [
        SectionPicture(
          "020000000000000000000000000000ff", .blob([2] + Array(repeating: 0, count: 14) + [255]),
          [1], title: "0"),
        SectionPicture(
          "010000000000000000000000000000ff", .blob([1] + Array(repeating: 0, count: 14) + [255]),
          [2], title: "0"),
      ])
  }

  @Test func `the order of sections overrides the first sort key`() async throws {
    let visits = [
      Visit(id: 1, level: 1), Visit(id: 2, level: 2), Visit(id: 3, level: 1),
    ]
    let (one, two) = (
      SectionPicture("1", 1, [1, 3], title: "1"), SectionPicture("2", 2, [2], title: "2")
    )
    try await expect(visits, SectionKey(\.level), sortBy: [SortKey(\.level)], [one, two])
    try await expect(
      visits, SectionKey(\.level), sortBy: [SortKey(\.level, order: .reverse)], [two, one])
    try await expect(
      visits, SectionKey(\.level).ordered(.forward),
      sortBy: [SortKey(\.level, order: .reverse)], [one, two])
    try await expect(
      visits, SectionKey(\.level).ordered(.reverse), sortBy: [SortKey(\.level)], [two, one])
  }
}
