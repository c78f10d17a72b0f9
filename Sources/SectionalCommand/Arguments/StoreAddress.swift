import Sectional
import SectionalSQLite

/// Where a store is: a path, `sqlite:PATH`, or the URL of a server.
struct StoreAddress {
  /// The address as it was typed.
  let text: String
  private let path: String

  init(_ text: String) throws {
    self.text = text
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      throw LaterFeature.later("a Postgres store is", "name an SQLite file")
    }
    path = text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : text
    guard !path.isEmpty else {
      throw UsageError("the store needs a path: sectional list contacts.sqlite contact")
    }
  }

  func open() throws(StoreError) -> SQLiteStore { try SQLiteStore(path: path, access: .readOnly) }
}
