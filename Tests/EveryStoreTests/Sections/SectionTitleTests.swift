import Foundation
import Sectional
import TestSupport
import Testing

/// Titles of sections: in the section index, and for people.
@MainActor @Suite struct SectionTitleTests {
  private func list(
    _ kind: StoreKind, _ names: [String],
    by section: SectionKey<Item> = .firstLetter(of: \Item.name),
    _ title: SectionIndexTitle
  ) async throws -> ResultsController<Item> {
    let store = try await TestStore(
      kind, of: Item.self, names.enumerated().map { Item(Int64($0), $1, nil) })
    let list = store.list(
      .byName, sectionBy: section, indexTitle: title, tracksChanges: false)
    try await list.performFetch()
    return list
  }

  @Test(arguments: StoreKind.allCases)
  func `an alphabet has every letter, and leads to the nearest section`(
    kind: StoreKind
  ) async throws {
    let list = try await list(
      kind, ["7up", "ada", "Émile", "ena", "mia", "Åsa", "日本", ""], .alphabet())
    #expect(list.sections.map(\.name) == ["", "7", "A", "E", "M", "Å", "É", "日"])
    let titles = list.sectionIndexTitles
    #expect(titles == SectionIndexTitle.latin + ["#"])
    #expect(list.sections.map(\.indexTitle) == ["#", "#", "A", "E", "M", "A", "E", "#"])
    func leadsTo(_ title: String) -> String? {
      titles.firstIndex(of: title).flatMap {
        list.section(forSectionIndexTitle: title, at: $0)
      }.map { list.sections[$0].name }
    }
    #expect(leadsTo("A") == "A")
    #expect(leadsTo("B") == "E")
    #expect(leadsTo("F") == "M")
    // No section has a later letter, and those of "#" begin at the top.
    #expect(leadsTo("Z") == "M")
    #expect(leadsTo("#") == "")
    #expect(list.section(forSectionIndexTitle: "B", at: 0) == nil)
    #expect(list.sectionIndexTitle(forSectionName: "É") == "E")
    #expect(list.sectionIndexTitle(forSectionName: "missing") == "M")
  }

  @Test(arguments: StoreKind.allCases)
  func `an alphabet can have letters of its own, and leave out everything else`(
    kind: StoreKind
  ) async throws {
    let swedish = SectionIndexTitle.alphabet(
      SectionIndexTitle.latin + ["Å", "Ä", "Ö"], other: nil)
    let list = try await list(kind, ["A\u{30A}sa", "ada", "Émile", "1"], swedish)
    #expect(list.sections.map(\.indexTitle) == [nil, "A", "Å", "E"])
    #expect(list.section(forSectionIndexTitle: "Å", at: 26) == 2)
    // No section is under a later letter.
    #expect(list.section(forSectionIndexTitle: "Ö", at: 28) == 2)
    let empty = try await self.list(kind, [], swedish)
    #expect(empty.sectionIndexTitles.count == 29)
    #expect(empty.section(forSectionIndexTitle: "A", at: 0) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a title can be made of the section's key and rows`(kind: StoreKind) async throws {
    let names = ["2026-01 a", "2026-02 b", "2026-11 c", "2026-11 d"]
    let months = SectionKey<Item>.prefix(of: \.name, length: 7)
    let byKey = try await list(
      kind, names, by: months,
      SectionIndexTitle(ofSection: { section in
        guard case .text(let text) = section.key else { return nil }
        return String(text.suffix(2))
      }))
    #expect(byKey.sectionIndexTitles == ["01", "02", "11"])
    let byRows = try await list(
      kind, names, by: months,
      SectionIndexTitle(ofSection: { section in section.rows.map { "\($0.count)" } }))
    #expect(byRows.sectionIndexTitles == ["1", "1", "2"])
    #expect(byRows.section(forSectionIndexTitle: "1", at: 1) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `canonically equal letters and prefixes are one section`(kind: StoreKind) async throws {
    let names = ["E\u{301}mile", "\u{C9}ric", "e\u{301}", "Eva", "\u{AC00}", "\u{1100}\u{1161}"]
    let letters = try await list(kind, names, .firstLetter)
    #expect(letters.sections.map(\.numberOfObjects) == [1, 3, 2])
    #expect(letters.sections.map(\.key) == ["E", "\u{C9}", "\u{AC00}"])
    let prefixes = try await list(
      kind, names, by: .prefix(of: \.name, length: 1), .none)
    #expect(
      Set(prefixes.sections.map(\.key)) == ["E", "\u{C9}", "\u{E9}", "\u{AC00}"] as Set<StoredValue>
    )
    #expect(prefixes.sectionIndexTitles == [])
    let longer = try await list(
      kind, names, by: .prefix(of: \.name, length: 2), .none)
    #expect(longer.sections.count == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `a section can have a title for people`(kind: StoreKind) async throws {
    let section = SectionKey<Item>.prefix(of: \.name, length: 1).titled { key in
      key == "a" ? "Apples" : "Others"
    }
    let list = try await list(kind, ["a1", "b1"], by: section, .firstLetter)
    #expect(list.sections.map(\.title) == ["Apples", "Others"])
    #expect(list.sections.map(\.name) == ["a", "b"])
    #expect(try await self.list(kind, ["a"], .none).sections.map(\.title) == ["A"])
  }

  @Test func `titles are made once for each state of the list`() async throws {
    let calls = Locked(0)
    let list = try await list(
      .memory, ["a", "b", "c"],
      SectionIndexTitle { name in
        calls.withLock { $0 += 1 }
        return name
      })
    for _ in 0..<5 {
      #expect(list.sectionIndexTitles == ["A", "B", "C"])
      #expect(list.sections.map(\.indexTitle) == ["A", "B", "C"])
      #expect(list.section(forSectionIndexTitle: "B", at: 1) == 1)
    }
    #expect(calls.withLock { $0 } == 3)
  }
}
