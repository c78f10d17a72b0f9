import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting

/// An entry of the application's journal: a row of a table that was written.
struct JournalEntry: StoredRecord {
  let number: Int64
  let mark: Int64
  let name: String
  let item: Int64

  static let table = RecordTable(
    "journal", RecordColumn("number", \.number, primaryKey: true),
    RecordColumn("mark", \.mark), RecordColumn("name", \.name), RecordColumn("item", \.item),
    row: JournalEntry.init(number:mark:name:item:))
}

/// Follows the journal that an application's triggers write in an SQLite file.
struct JournalSource: ChangeSource {
  /// The newest entry that was read.
  struct Cursor: Codable, Hashable {
    let number: Int64
    let mark: Int64
  }

  typealias Store = SQLiteStore

  let store: SQLiteStore

  func run(_ doorbell: Doorbell) async throws {
    try await store.changeSource().run(doorbell)
  }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: SQLiteReader
  ) async throws -> StoreChanges<Cursor> {
    let entries = try await reader.fetch(
      ResultsRequest<JournalEntry>(
        predicate: "number >= coalesce(?, (SELECT max(number) FROM journal))",
        arguments: [cursor?.number], sortBy: [SortKey(\.number)]))
    let next = entries.last.map { Cursor(number: $0.number, mark: $0.mark) }
    guard let cursor else { return StoreChanges(.nothing, next: next) }
    guard entries.first?.mark == cursor.mark else {
      return StoreChanges(.everything(reason: "the journal was shortened or replaced"), next: next)
    }
    var tables: [String: ChangedTable] = [:]
    for entry in entries.dropFirst() where region.tables?.contains(entry.name) ?? true {
      tables[entry.name, default: ChangedTable(keys: [])].keys.insert(RowKey(rowID: entry.item))
    }
    return StoreChanges(.tables(tables), next: next)
  }

  static func isLasting(_ cursor: Cursor) -> Bool { true }
}

@MainActor
func itemList(store: SQLiteStore) -> ResultsController<ConformanceItem> {
  ResultsController(
    fetchRequest: ResultsRequest<ConformanceItem>(sortBy: [SortKey(\.id)]), store: store,
    sectionNameKeyPath: \.team, changes: JournalSource(store: store))
}
