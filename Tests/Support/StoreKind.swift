import SectionalTesting

/// The kinds of stores there are: what is true of every store is tested on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite
  case postgres

  /// Those that take SQL.
  package static let databases: [StoreKind] = [.sqlite, .postgres]

  /// How many steps stand for a number of steps of a random history: a step on a server takes ten times as long.
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
