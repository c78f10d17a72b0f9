import Sectional

/// The kind of values that a column prefers to store, and to which it converts values that it is compared with.
///
/// Source: "Determination Of Column Affinity" in SQLite's documentation of datatypes.
enum SQLiteAffinity {
  case text
  case number
  case none

  init(declaredType: String) {
    let type = declaredType.uppercased()
    if type.contains("INT") {
      self = .number
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .none
    } else {
      self = .number
    }
  }

  /// Returns whether a value may be converted before it is compared with the column.
  func converts(_ value: StoredValue) -> Bool {
    switch (self, value) {
    case (.number, .text), (.number, .malformedText): true
    case (.text, .integer), (.text, .real): true
    default: false
    }
  }
}

extension SQLiteTable {
  /// Returns whether a column converts a value that it is compared with; an unknown column is assumed to.
  var conversions: @Sendable (String, StoredValue) -> Bool {
    let affinities = Dictionary(
      columns.map { (Names.folded($0.name), $0.affinity) }, uniquingKeysWith: { first, _ in first })
    return { name, value in affinities[Names.folded(name)]?.converts(value) ?? true }
  }
}
