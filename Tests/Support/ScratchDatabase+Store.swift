package import SectionalSQLite
package import SectionalTesting

extension ScratchDatabase {
  /// Opens the file, impatient enough for tests.
  package func store() throws -> SQLiteStore {
    try SQLiteStore(path: path, pollInterval: .milliseconds(5), busyTimeout: .milliseconds(200))
  }
}
