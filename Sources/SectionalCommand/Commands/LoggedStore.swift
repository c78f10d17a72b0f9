import Sectional
import SectionalPostgres
import SectionalSQLite

/// A store that can have its database log changes.
protocol LoggedStore: ResultsStore {
  func installChangeLog(for tables: [String], notifying notifies: Bool) async throws
  func changeLogStatements(for tables: [String], notifying notifies: Bool) async throws -> [String]
  func uninstallChangeLog(for tables: [String]) async throws
  /// Tells of some tables, or of all.
  func logs(of tables: [String]?) async throws -> [TableLogText]
}

/// What holds for a table, as it is printed.
struct TableLogText {
  let table: String
  /// One word.
  let status: String
  /// What it means for lists and for who writes, for people.
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
        case .installed: "every writer's changes are followed row by row"
        case .outdated: "the table was changed since; install the triggers again"
        case .missing: "another program's commit makes lists read all rows"
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
          "followed row by row at once; costs a row a statement, and commits wait for one another"
        case .logged: "followed row by row, asked for at an interval; costs a row a statement"
        case .outdated: "the table was changed since; install the triggers again"
        case .missing: "any commit on the server makes lists read all rows; costs writers nothing"
        }
      return TableLogText(table: table, status: status.rawValue, explanation: explanation)
    }
  }
}
