import Sectional

extension ListHistory {
  mutating func changeKey() {
    guard !shape.keyColumns.isEmpty, let fresh = freshRow() else { return }
    let place = anyRow
    let before = rows[place]
    rows[place].key = fresh.key
    let assignments = zip(shape.keyColumns, fresh.key).map { "\($0) = \($1.sqlLiteral)" }
    note(
      "UPDATE item SET \(assignments.joined(separator: ", ")) WHERE \(before.condition(shape))",
      [.delete(before.key), .upsert(rows[place].values(shape))])
  }

  mutating func changeRowID() {
    guard shape.hasHiddenRowID else { return }
    let place = anyRow
    let condition = rows[place].condition(shape)
    rows[place].rowID = freeRowID()
    note("UPDATE item SET rowid = \(rows[place].rowID) WHERE \(condition)", [])
  }

  /// Inserts a row over one with its key, and sometimes over another one with its rowid.
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
    note(
      shape.insertion("REPLACE") + row.insertedValues(shape),
      replaced.map { .delete($0.key) } + [.upsert(row.values(shape))])
  }

  mutating func insertOrUpdate() {
    guard shape.alwaysHasKey, let fresh = freshRow() else { return }
    let place = anyRow
    var inserted = rows[place]
    inserted.rowID = fresh.rowID
    inserted.note = fresh.note
    rows[place].note = fresh.note
    let key = shape.keyColumns.joined(separator: ", ")
    note(
      shape.insertion("INSERT") + inserted.insertedValues(shape)
        + " ON CONFLICT (\(key)) DO UPDATE SET note = excluded.note",
      [.upsert(rows[place].values(shape))])
  }
}
