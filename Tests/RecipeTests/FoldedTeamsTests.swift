import Foundation
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

  @Test func `a team that hides a contact is opened for it`() async throws {
    let file = try ScratchDatabase.contacts()
    let store = try SQLiteStore(path: file.path)
    try await store.write { db in
      for id in 4...8 { try db.insert(Contact(id: Int64(id), name: "n\(id)", team: "Analysts")) }
    }
    let teams = FoldedTeams(store: store)
    try await teams.controller.performFetch()
    #expect((0..<3).map(teams.needsButton) == [false, true, false])
    teams.closeAll(except: "Compilers")
    #expect(teams.controller.sections.map(\.count) == [0, 0, 1])
    #expect(teams.isNoTeamClosed)
    #expect((0..<3).map(teams.needsButton) == [false, false, false])
    // It is the last of six, of which an open team shows three.
    #expect(!teams.showsAll("Analysts"))
    #expect(teams.reveal(RowKey(8)) == IndexPath(indexes: [1, 5]))
    #expect(teams.showsAll("Analysts"))
    #expect(teams.reveal(RowKey(2)) == IndexPath(indexes: [2, 0]))
    #expect(teams.reveal(RowKey(9)) == nil)
  }
}
