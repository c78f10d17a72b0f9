import Sectional

extension ListHistory {
  mutating func changeKey() {
    guard !shape.keyColumns.isEmpty, let fresh = freshRow() else { return }
    let place = anyRow
    let before = rows[place]
    rows[place].key = fresh.key
    let (shape, names) = (shape, shape.keyColumns)
    note([.delete(before.key), .upsert(rows[place].values(shape))]) { dialect in
      let assignments = zip(names, fresh.key).map { "\($0) = \(dialect.literal($1))" }
      return "UPDATE item SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(before.condition(shape, dialect))"
    }
  }

  mutating func changeRowID() {
    guard shape.hasHiddenRowID else { return }
    let place = anyRow
    let condition = rows[place].condition(shape, .sqlite)
    let rowID = freeRowID()
    rows[place].rowID = rowID
    note([]) { dialect in
      dialect == .sqlite ? "UPDATE item SET rowid = \(rowID) WHERE \(condition)" : ""
    }
  }

  /// Inserts a row in place of the one with the same key, and sometimes also of another one with the same rowid.
  mutating func replace() {
    guard var row = freshRow() else { return }
    row.key = rows[anyRow].key
    if shape.hasHiddenRowID, generator.happens(onceIn: 2) { row.rowID = rows[anyRow].rowID }
    let replaced = rows.filter { other in
      let hasKey = !row.key.isEmpty && !row.key.contains(.null) && other.key == row.key
      return hasKey || (shape.hasHiddenRowID && other.rowID == row.rowID)
    }
    rows.removeAll { other in replaced.contains { $0.rowID == other.rowID } }
    rows.append(row)
    let (table, written) = (shape, row)
    note(replaced.map { .delete($0.key) } + [.upsert(row.values(shape))]) { dialect in
      let values = written.insertedValues(table, dialect)
      guard dialect == .postgres else { return table.insertion("REPLACE", dialect) + values }
      let deletions = replaced.map { "DELETE FROM item WHERE \($0.condition(table, dialect)); " }
      return deletions.joined() + table.insertion("INSERT", dialect) + values
    }
  }

  mutating func insertOrUpdate() {
    guard shape.alwaysHasKey, let fresh = freshRow() else { return }
    let place = anyRow
    var inserted = rows[place]
    inserted.rowID = fresh.rowID
    inserted.note = fresh.note
    rows[place].note = fresh.note
    let (shape, row) = (shape, inserted)
    note([.upsert(rows[place].values(shape))]) { dialect in
      shape.insertion("INSERT", dialect) + row.insertedValues(shape, dialect)
        + " ON CONFLICT (\(shape.keyColumns.joined(separator: ", "))) "
        + "DO UPDATE SET note = excluded.note"
    }
  }
}
