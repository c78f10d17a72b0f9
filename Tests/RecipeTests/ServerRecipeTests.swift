import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// The recipe for a list over a server, in action.
@MainActor
struct ServerRecipeTests {
  @Test
  func `a list over a server follows its store and other programs`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE contact (id bigint PRIMARY KEY, name text NOT NULL, team text);
      INSERT INTO contact VALUES (1, 'Ada', 'Analysts'), (2, 'Grace', 'Compilers');
      """)
    let list = try await serverList(url: database.url)
    #expect(list.sections.map(\.name) == ["Analysts", "Compilers"])
    try await renameTeam(in: try PostgresStore(database.url))
    try await wait { list.sections.map(\.name) == ["Compilers", "Mathematicians"] }
    try await database.write("UPDATE contact SET team = 'Pilots' WHERE id = 3")
    try await wait { list.sections.map(\.name) == ["Compilers", "Mathematicians", "Pilots"] }
  }

  @Test
  func `nothing connects before a list is fetched`() throws {
    let lists = [try verifiedList(), try polledList()]
    #expect(lists.allSatisfy { $0.fetchedObjects == nil })
  }
}
