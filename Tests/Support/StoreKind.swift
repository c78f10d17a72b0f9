import SectionalTesting

/// The kinds of stores.
///
/// What is true of every store is tested on each of them.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite
  case postgres

  /// The stores that take SQL.
  package static let databases: [StoreKind] = [.sqlite, .postgres]

  /// Returns the number of steps of a random history to run; a step on a server takes ten times as long.
  package func steps(_ count: Int) -> Int {
    HistoryLength.steps(self == .postgres ? count / 4 : count)
  }

  package var description: String {
    switch self {
    case .memory: "in memory"
    case .sqlite: "SQLite"
    case .postgres: "PostgreSQL"
    }
  }
}
