import Sectional
import SectionalPostgres
import SectionalSQLite
import TestSupport

extension TestStore {
  /// Installs change logs, so that changes are followed row by row whoever makes them; a store in memory needs none.
  func installChangeLog(for tables: [String]) async throws {
    switch base {
    case .memory: break
    case .sqlite(let store, _): try await store.installChangeLog(for: tables)
    case .postgres(let store, _): try await store.installChangeLog(for: tables)
    }
  }
}
