import Sectional
import SectionalSQLite
import Testing
import UIKit

@testable import Recipes

/// The recipes for views that are handed each change, on views that keep Apple's rules, while people hide rows and sections and
/// show them again.
@MainActor
struct HiddenRowRecipeTests {
  @Test
  func `a table view follows what is hidden`() async throws {
    let file = try await ContactsFile()
    let table = ContactsTable(store: file.store)
    try await table.load()
    try await check(table.controller, over: file) { table.tableView.shown }
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a table view asks for a long section again as a whole`() async throws {
    let file = try await ContactsFile()
    try await file.store.write { db in
      for id in 10..<610 as Range<Int64> {
        try db.upsert(Contact(id: id, name: "Ann", team: "Compilers"))
      }
    }
    let table = LongTeamsTable(store: file.store)
    try await table.load()
    #expect(table.tableView.numberOfRows(inSection: 2) == 601)
    table.tapHeader(2)
    #expect(table.tableView.shown == [["Kurt"], ["Ada"], []])
    table.tapHeader(2)
    #expect(table.tableView.numberOfRows(inSection: 2) == 601)
    table.tapHeader(1)
    #expect(table.tableView.numberOfRows(inSection: 1) == 0)
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a collection view follows what is hidden`() async throws {
    let file = try await ContactsFile()
    let collection = ContactsBatches(store: file.store)
    try await collection.load()
    try await check(collection.controller, over: file) { collection.collectionView.shown }
    #expect(collection.collectionView.failures == [])
  }

  /// Writes, hides and shows at random, and compares what is on the screen with what a loop shows of the contacts.
  private func check(
    _ controller: ResultsController<Contact>, over file: ContactsFile, _ shown: () -> [[String]]
  ) async throws {
    var random = Randomness(seed: 11)
    var display = RandomDisplay(&random)
    for seed in 0..<60 as Range<UInt64> {
      if random.below(3) > 0 { try await file.edit(seed: seed) }
      if random.below(3) > 0 {
        display = RandomDisplay(&random)
        controller.sectionDisplay = display.display
      }
      let names = display.names(of: file.contacts.values.map { $0 })
      try await wait { shown() == names }
    }
  }
}

/// Which rows are shown.
private struct RandomDisplay {
  private static let teams: [String?] = ["A", "B", "C", nil, "D"]
  private var collapsed: Set<String?> = []
  private var count: Int?
  private var showsLast = false
  /// Whether the teams from A through C are one section.
  private var isMerged = false

  init(_ random: inout Randomness) {
    for team in RandomDisplay.teams + ["A to C"] where random.below(4) == 0 {
      collapsed.insert(team)
    }
    if random.below(2) == 0 { count = random.below(3) }
    showsLast = random.below(2) == 0
    isMerged = random.below(2) == 0
  }

  var display: SectionDisplay {
    var display = SectionDisplay(rows: count.map { showsLast ? .last($0) : .first($0) } ?? .all)
    for team in collapsed { display.collapse(team.map { .text($0) } ?? .null) }
    if isMerged {
      display.merged = [MergedSections(from: .text("A"), through: .text("C"), as: .text("A to C"))]
    }
    return display
  }

  func names(of contacts: [Contact]) -> [[String]] {
    func section(_ contact: Contact) -> String? {
      guard isMerged, let team = contact.team, "A"..."C" ~= team else { return contact.team }
      return "A to C"
    }
    let sorted = contacts.sorted {
      ($0.team ?? "", $0.name, $0.id) < ($1.team ?? "", $1.name, $1.id)
    }
    var sections: [(team: String?, names: [String])] = []
    for contact in sorted {
      let team = section(contact)
      if sections.last?.team != team || sections.isEmpty { sections.append((team, [])) }
      sections[sections.count - 1].names.append(contact.name)
    }
    return sections.map { team, names in
      if collapsed.contains(team) { return [] }
      guard let count else { return names }
      return showsLast ? Array(names.suffix(count)) : Array(names.prefix(count))
    }
  }
}
