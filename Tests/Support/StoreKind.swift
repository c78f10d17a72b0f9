/// The kinds of stores there are: what is true of every store is tested on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite
  case postgres

  /// Those that take SQL.
  package static let databases: [StoreKind] = [.sqlite, .postgres]

  package var description: String {
    switch self {
    case .memory: "in memory"
    case .sqlite: "SQLite"
    case .postgres: "PostgreSQL"
    }
  }
}
