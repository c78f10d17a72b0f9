import Sectional
import SectionalPostgres
import SectionalSQLite

/// A store whose database can log changes.
protocol LoggedStore: ResultsStore {
  func installChangeLog(for tables: [String], notifying notifies: Bool) async throws
  func changeLogStatements(for tables: [String], notifying notifies: Bool) async throws -> [String]
  func uninstallChangeLog(for tables: [String]) async throws
  /// Returns the state of the change log for the given tables, or for all tables.
  func logs(of tables: [String]?) async throws -> [TableLogText]
}

/// The state of a table's change log, for display.
struct TableLogText {
  let table: String
  /// The status as one word.
  let status: String
  /// What the status means for lists and for writers, in words.
  let explanation: String
}

extension SQLiteStore: LoggedStore {
  func installChangeLog(for tables: [String], notifying notifies: Bool) async throws {
    try await installChangeLog(for: tables)
  }

  func changeLogStatements(for tables: [String], notifying notifies: Bool) async throws -> [String]
  {
    try await changeLogStatements(for: tables)
  }

  func logs(of tables: [String]?) async throws -> [TableLogText] {
    try await changeLogStatus(of: tables).map { table, status in
      let explanation =
        switch status {
        case .installed: "lists follow every writer's changes row by row"
        case .outdated: "the table has changed since; install the triggers again"
        case .missing: "lists read all rows after another program's commit"
        }
      return TableLogText(table: table, status: status.rawValue, explanation: explanation)
    }
  }
}

extension PostgresStore: LoggedStore {
  func logs(of tables: [String]?) async throws -> [TableLogText] {
    try await changeLogStatus(of: tables).map { table, status in
      let explanation =
        switch status {
        case .notifying:
          "lists follow row by row at once; costs one row per statement, and commits wait for one another"
        case .standby:
          "this server is a standby, whose lists read all rows after any commit; list from the primary"
        case .logged: "lists follow row by row, polling; costs one row per statement"
        case .outdated: "the table has changed since; install the triggers again"
        case .missing: "lists read all rows after any commit on the server; costs writers nothing"
        }
      return TableLogText(table: table, status: status.rawValue, explanation: explanation)
    }
  }
}
