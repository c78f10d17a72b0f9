package import Sectional
package import SectionalSQLite
package import SectionalTesting

/// A list of rows on the main actor, over a file with persons and their pets.
@MainActor package final class RowBench {
  package let file: ScratchDatabase
  package let store: SQLiteStore
  package let controller: ResultsController<Row>
  private let recorder = ChangesetRecorder<Row>()

  package init(
    _ request: FetchRequest<Row>, sectionBy section: SectionKey<Row>? = nil,
    alongside: FetchRequest<Row>? = nil, persons: String...
  ) async throws {
    file = try ScratchDatabase()
    store = try file.store()
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section, alongside: alongside)
    controller.changesetDelegate = recorder
    try await store.write { db in
      try db.execute(
        """
        CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, email TEXT);
        CREATE TABLE pet(id INTEGER PRIMARY KEY, owner INTEGER, name TEXT);
        """)
      for person in persons { try db.execute("INSERT INTO person(name) VALUES (?)", [person]) }
    }
  }

  /// The change sets since the fetch.
  package var changesets: [ResultsChangeset<Row>] { recorder.changesets }

  /// The kinds of the row changes of each change set.
  package var kinds: [[ResultsChange.Kind]] { recorder.kinds }

  /// Runs SQL as one transaction, and waits until the list holds what that made.
  package func write(_ sql: String, _ arguments: [any ColumnValue] = []) async throws {
    try await store.write { try $0.execute(sql, arguments) }
    try await controller.settle(on: store)
  }

  /// The text of a column of every row.
  package func column(_ name: String) -> [String] { RowBench.texts(controller.fetchedObjects, name) }

  package static func texts(_ rows: some Sequence<Row>, _ column: String) -> [String] {
    rows.map { row in
      switch row[column] {
      case .text(let text): text
      case .integer(let integer): "\(integer)"
      default: "-"
      }
    }
  }
}
