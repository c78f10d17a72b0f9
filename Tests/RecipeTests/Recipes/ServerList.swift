import Sectional
import SectionalPostgres

@MainActor
func serverList(url: String) async throws -> ResultsController<Contact> {
  let store = try PostgresStore(url)  // such as postgres://ada@localhost/office
  let controller = ResultsController(
    fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
    sectionNameKeyPath: \.team)
  try await controller.performFetch()
  return controller
}

/// Adds a contact and renames a team, in one transaction.
func renameTeam(in store: PostgresStore) async throws {
  try await store.write { db in
    try await db.upsert(Contact(id: 3, name: "Katherine Johnson", team: "Compilers"))
    try await db.execute(
      "UPDATE contact SET team = ? WHERE team = ?", ["Mathematicians", "Analysts"])
  }
}

/// A list over a server whose certificate is checked; nothing connects before the list is fetched.
func verifiedList() throws -> ResultsController<Contact> {
  let store = try PostgresStore("postgres://ada@db.example.org/office?sslmode=verify-full")
  return ResultsController(fetchRequest: ResultsRequest<Contact>(), store: store)
}

/// A list over a server that is asked for changes, and never listened to.
func polledList() throws -> ResultsController<Contact> {
  let store = try PostgresStore("postgres://ada@localhost/office", following: .polling)
  return ResultsController(fetchRequest: ResultsRequest<Contact>(), store: store)
}
