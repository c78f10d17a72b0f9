import Sectional
import SectionalSQLite

/// The record in the lists that are longer than memory; its note isn't in the index.
struct Entry: StoredRecord {
  var id: Int64
  var team: String
  var name: String
  var note: String

  static let table = RecordTable(
    "entry", RecordColumn("id", \.id, primaryKey: true), RecordColumn("team", \.team),
    RecordColumn("name", \.name), RecordColumn("note", \.note),
    row: Entry.init(id:team:name:note:))

  /// The request of the lists: all entries, in teams, by name, some of which are held.
  static var inWindow: ResultsRequest<Entry> {
    var request = ResultsRequest<Entry>(sortBy: [SortKey(\.name)])
    request.fetchWindowSize = 500
    return request
  }
}

extension FollowedList where Record == Entry {
  /// Opens the list of all entries in a store; when it is open, it begins to count them.
  convenience init(
    ofEntriesIn store: SQLiteStore, keptIn folder: SectionCacheFolder? = nil
  ) async throws {
    try await self.init(Entry.inWindow, of: store, sectionBy: SectionKey(\.team), keptIn: folder)
  }
}
