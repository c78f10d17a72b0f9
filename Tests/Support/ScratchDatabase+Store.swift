package import SectionalSQLite
package import SectionalTesting

extension ScratchDatabase {
  /// Opens the file with a poll interval and a busy timeout that are short enough for tests.
  package func store() throws -> SQLiteStore {
    try SQLiteStore(path: path, pollInterval: .milliseconds(5), busyTimeout: .milliseconds(200))
  }
}
