import Sectional

/// A column whose cells the preupdate hook tells as they are before a row is written.
struct HookedColumn {
  let name: String
  /// The number by which the hook knows the column.
  let place: Int
  fileprivate let hasDefault: Bool

  /// Returns whether what the hook tells is what the cell holds.
  ///
  /// A row that wasn't rewritten since the column was added holds the column's default, and the hook says null.
  func isCell(_ value: StoredValue) -> Bool { !hasDefault || value != .null }
}

extension SQLiteTable {
  /// The columns whose cells the preupdate hook tells exactly, which HookedRowTests compares with what lists read.
  ///
  /// Other cells are unknown, so that a list reads its slice again, which is always right. Temporary triggers could tell
  /// them too, but every write of the connection would pay for them, and few columns are of these kinds.
  var hookedColumns: [HookedColumn] {
    // Without rowids, the hook takes the type of another column for that of a column (SQLite 3.40.1).
    guard hasRowID || !columns.contains(where: \.isReal) else { return [] }
    // Behind a virtual column, the hook tells the next column's cell (SQLite 3.40.1).
    return columns.prefix { !$0.isVirtual }.enumerated().map { place, column in
      HookedColumn(name: column.name, place: place, hasDefault: column.hasDefault)
    }
  }

  /// Whether the hook may tell other keys than the rows have: large integers that it has rounded.
  ///
  /// In a table without rowids, the key's columns are stored first, and the hook takes a column for one of real numbers if the
  /// table's column with the same number as the stored one is (SQLite 3.40.1).
  var hookRoundsKeys: Bool {
    guard !hasRowID else { return false }
    return keyColumns.contains { column in
      let stored = Int(columns[column].keyPlace) - 1
      let takesForReal = columns.indices.contains(stored) ? columns[stored].isReal : true
      return takesForReal && columns[column].affinity != .text && !columns[column].isReal
    }
  }
}

extension SQLiteTable.Column {
  /// Whether the column may store numbers that are read as real numbers as integers.
  var isReal: Bool {
    let type = declaredType.uppercased()
    return affinity == .number && !type.contains("INT")
      && ["REAL", "FLOA", "DOUB"].contains(where: type.contains)
  }
}
