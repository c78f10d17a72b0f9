import Sectional

/// A column that isn't part of a key.
enum HistoryColumn: String {
  case team
  case position
  case note
}

extension HistoryRow {
  subscript(column: HistoryColumn) -> StoredValue {
    get {
      switch column {
      case .team: team
      case .position: position
      case .note: note
      }
    }
    set {
      switch column {
      case .team: team = newValue
      case .position: position = newValue
      case .note: note = newValue
      }
    }
  }
}

extension ListHistory {
  mutating func insert(count: Int, team: StoredValue? = nil) {
    var fresh: [HistoryRow] = []
    for _ in 0..<count where rows.count < ListHistory.rowLimit {
      guard let row = freshRow(team: team) else { break }
      rows.append(row)
      fresh.append(row)
    }
    guard !fresh.isEmpty else { return }
    let (shape, inserted) = (shape, fresh)
    note(fresh.map { .upsert($0.values(shape)) }) { dialect in
      let values = inserted.map { $0.insertedValues(shape, dialect) }
      return shape.insertion("INSERT", dialect) + values.joined(separator: ", ")
    }
  }

  mutating func delete(at place: Int) {
    let (shape, row) = (shape, rows.remove(at: place))
    note([.delete(row.key)]) { "DELETE FROM item WHERE \(row.condition(shape, $0))" }
  }

  mutating func assign(_ column: HistoryColumn, at place: Int) {
    assign([column], [value(for: column)], at: place)
  }

  mutating func assign(_ columns: [HistoryColumn], _ values: [StoredValue], at place: Int) {
    let (shape, before) = (shape, rows[place])
    for (column, value) in zip(columns, values) { rows[place][column] = value }
    note([.upsert(rows[place].values(shape))]) { dialect in
      let assignments = zip(columns, values).map { "\($0.rawValue) = \(dialect.literal($1))" }
      return "UPDATE item SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(before.condition(shape, dialect))"
    }
  }

  mutating func assignTheSame() {
    let (shape, row) = (shape, rows[anyRow])
    note([.upsert(row.values(shape))]) { dialect in
      "UPDATE item SET team = team, position = position WHERE \(row.condition(shape, dialect))"
    }
  }

  mutating func swapTwoRows() {
    let (first, second) = (anyRow, anyRow)
    let columns: [HistoryColumn] =
      generator.happens(onceIn: 2) ? [.position] : [.team, .position, .note]
    let (firstValues, secondValues) = (
      columns.map { rows[first][$0] }, columns.map { rows[second][$0] }
    )
    assign(columns, secondValues, at: first)
    assign(columns, firstValues, at: second)
  }

  mutating func insertThenDelete() {
    let count = rows.count
    insert(count: 1)
    if rows.count > count { delete(at: count) }
  }

  /// Deletes a row and inserts one with the same key, the same rowid or both.
  mutating func deleteThenInsert() {
    let place = anyRow
    var row = rows[place]
    delete(at: place)
    if generator.happens(onceIn: 3) { row.rowID = freeRowID() }
    if generator.happens(onceIn: 3), let fresh = freshRow() { row.key = fresh.key }
    for column in [HistoryColumn.team, .position, .note] where generator.happens(onceIn: 3) {
      row[column] = value(for: column)
    }
    rows.append(row)
    let (shape, inserted) = (shape, row)
    note([.upsert(row.values(shape))]) { dialect in
      shape.insertion("INSERT", dialect) + inserted.insertedValues(shape, dialect)
    }
  }
}
