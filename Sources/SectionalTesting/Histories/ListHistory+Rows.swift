import Sectional

/// A column that is no part of a key.
enum HistoryColumn: String {
  case team
  case position
  case note
}

extension HistoryRow {
  subscript(column: HistoryColumn) -> Value {
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
  mutating func insert(count: Int, team: Value? = nil) {
    var fresh: [HistoryRow] = []
    for _ in 0..<count where rows.count < ListHistory.rowLimit {
      guard let row = freshRow(team: team) else { break }
      rows.append(row)
      fresh.append(row)
    }
    guard !fresh.isEmpty else { return }
    let values = fresh.map { $0.insertedValues(shape) }.joined(separator: ", ")
    note(shape.insertion("INSERT") + values, fresh.map { .upsert($0.values(shape)) })
  }

  mutating func delete(at place: Int) {
    let row = rows.remove(at: place)
    note("DELETE FROM item WHERE \(row.condition(shape))", [.delete(row.key)])
  }

  mutating func assign(_ column: HistoryColumn, at place: Int) {
    assign([column], [value(for: column)], at: place)
  }

  mutating func assign(_ columns: [HistoryColumn], _ values: [Value], at place: Int) {
    let condition = rows[place].condition(shape)
    for (column, value) in zip(columns, values) { rows[place][column] = value }
    let assignments = zip(columns, values).map { "\($0.rawValue) = \($1.sqlLiteral)" }
    note(
      "UPDATE item SET \(assignments.joined(separator: ", ")) WHERE \(condition)",
      [.upsert(rows[place].values(shape))])
  }

  mutating func assignTheSame() {
    let row = rows[anyRow]
    note(
      "UPDATE item SET team = team, position = position WHERE \(row.condition(shape))",
      [.upsert(row.values(shape))])
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
    note(
      shape.insertion("INSERT") + row.insertedValues(shape), [.upsert(row.values(shape))])
  }
}
