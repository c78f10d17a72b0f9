import Sectional

/// The SQL dialect of a history.
public enum HistoryDialect: Sendable, Hashable, CaseIterable {
  /// SQLite's.
  case sqlite
  /// PostgreSQL's.
  case postgres

  /// Returns a value as a literal of the dialect.
  func literal(_ value: StoredValue) -> String {
    switch self {
    case .sqlite: value.sqlLiteral
    case .postgres: value.postgresLiteral
    }
  }

  /// Returns a condition that is true if a column holds a value, including null.
  func holds(_ column: String, _ value: StoredValue) -> String {
    switch self {
    case .sqlite: "\(column) COLLATE BINARY IS \(literal(value))"
    case .postgres: "\(column) IS NOT DISTINCT FROM \(literal(value))"
    }
  }

  /// The statement that begins a transaction.
  var beginning: String { self == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN" }
}

/// The values that the columns of a history's table can hold.
public enum HistoryCells: String, Sendable, Hashable, CaseIterable {
  /// Any value, as SQLite's columns allow. With the other cases each column has one type.
  case mixed
  /// Teams are text.
  case texts
  /// Teams are integers.
  case integers
  /// Teams are reals.
  case reals
  /// Teams are blobs.
  case blobs

  /// The cases whose values every store can hold.
  public static let typed: [HistoryCells] = [.texts, .integers, .reals, .blobs]

  /// Returns whether the team's column can hold a value.
  func holdsTeam(_ value: StoredValue) -> Bool {
    switch (self, value) {
    case (.mixed, _), (_, .null), (.integers, .integer), (.reals, .real), (.blobs, .blob): true
    case (.texts, .text(let text)): !text.utf8.contains(0)
    default: false
    }
  }

  /// Returns whether the columns can hold a text.
  func holdsText(_ value: StoredValue) -> Bool {
    switch value {
    case .text(let text): self == .mixed || !text.utf8.contains(0)
    case .malformedText: self == .mixed
    default: true
    }
  }

  /// Returns whether the position's column can hold a value.
  func holdsPosition(_ value: StoredValue) -> Bool {
    switch value {
    case .null, .real: true
    default: self == .mixed
    }
  }

  /// The type of the team's column in PostgreSQL.
  var postgresTeam: String {
    switch self {
    case .mixed, .texts: "text"
    case .integers: "bigint"
    case .reals: "double precision"
    case .blobs: "bytea"
    }
  }
}

extension StoredValue {
  /// The value as a literal of PostgreSQL's SQL.
  fileprivate var postgresLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "'\(real)'::float8"
    case .text(let text):
      let bytes = Array(text.utf8)
      let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x27 && $0 != 0x5C }
      return isPlain ? "'\(text)'" : "convert_from('\\x\(bytes.hexadecimal)', 'UTF8')"
    case .malformedText(let bytes), .blob(let bytes): return "'\\x\(bytes.hexadecimal)'::bytea"
    }
  }
}
