import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The recipe about collapsed sections, in action.
@MainActor struct FoldedTeamsTests {
  @Test func `teams open and close, and their headers count all contacts`() async throws {
    let file = try ScratchDatabase.contacts()
    let store = try SQLiteStore(path: file.path)
    try await store.write { db in
      for id in 4...8 { try db.insert(Contact(id: Int64(id), name: "n\(id)", team: "Analysts")) }
    }
    let teams = FoldedTeams(store: store)
    try await teams.controller.performFetch()
    let section = try #require(teams.controller.sections.firstIndex { $0.name == "Analysts" })
    #expect(teams.controller.sections[section].count == 3)
    #expect(teams.header(section) == "▾ Analysts (6)")
    teams.tapHeader(section)
    #expect(teams.controller.sections[section].isEmpty)
    #expect(teams.headers == [section: "▸ Analysts (6)"])
    try await store.write { try $0.insert(Contact(id: 9, name: "n9", team: "Analysts")) }
    try await teams.controller.refresh()
    #expect(teams.headers == [section: "▸ Analysts (7)"])
    teams.tapHeader(section)
    teams.showAll(section)
    #expect(teams.controller.sections[section].count == 7)
  }
}
