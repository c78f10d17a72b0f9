import Foundation
import Sectional
import SectionalSQLite

@MainActor
func firstList(path: String) async throws -> ResultsController<Contact> {
  let store = try SQLiteStore(path: path)
  try await store.write { db in
    try db.execute(
      "CREATE TABLE IF NOT EXISTS contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT)")
    try db.upsert(Contact(id: 1, name: "Ada Lovelace", team: "Analysts"))
    try db.upsert(Contact(id: 2, name: "Grace Hopper", team: "Compilers"))
  }

  let controller = ResultsController(
    fetchRequest: ResultsRequest<Contact>(
      predicate: #Predicate { $0.team != nil }, sortBy: [SortKey(\.team), SortKey(\.name)]),
    store: store, sectionNameKeyPath: \.team)
  try await controller.performFetch()

  for section in controller.sections {
    print(section.name)
    for contact in section { print("  \(contact.name)") }
  }
  return controller
}

/// Prints every change until the task is cancelled.
@MainActor
func printChanges(of controller: ResultsController<Contact>) async throws {
  for try await update in controller.updates {
    for change in update.changeset?.rowChanges ?? [] { print(change.kind, change.key) }
  }
}

/// Adds a contact and renames a team, in one transaction.
func renameTeam(in store: SQLiteStore) async throws {
  try await store.write { db in
    try db.upsert(Contact(id: 3, name: "Katherine Johnson", team: "Compilers"))
    try db.execute("UPDATE contact SET team = ? WHERE team = ?", ["Mathematicians", "Analysts"])
  }
}
