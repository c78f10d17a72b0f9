import Sectional

extension ListHistory {
  /// Finds the rows of one of the sections, and the condition that finds them in SQL.
  private mutating func anySection() -> (places: [Int], condition: String, team: Value) {
    let team = rows[anyRow].team
    let places = rows.indices.filter { rows[$0].team.isSameSection(as: team) }
    return (places, "team COLLATE BINARY IS \(team.sqlLiteral)", team)
  }

  mutating func renameSection() {
    let section = anySection()
    let team = value(for: .team)
    for place in section.places { rows[place].team = team }
    note(
      "UPDATE item SET team = \(team.sqlLiteral) WHERE \(section.condition)",
      section.places.map { .upsert(rows[$0].values(shape)) })
  }

  mutating func deleteSection() {
    let section = anySection()
    let keys = section.places.map { rows[$0].key }
    for place in section.places.reversed() { rows.remove(at: place) }
    note("DELETE FROM item WHERE \(section.condition)", keys.map { .delete($0) })
  }

  mutating func refillSection() {
    let team = rows[anyRow].team
    let places = rows.indices.filter { rows[$0].team.isSameSection(as: team) }
    for place in places.reversed() { delete(at: place) }
    insert(count: 1 + generator.below(4), team: team)
  }

  mutating func deleteEverything() {
    let keys = rows.map(\.key)
    rows = []
    note("DELETE FROM item", keys.map { .delete($0) })
  }

  mutating func updateEverything() {
    let column: HistoryColumn = generator.happens(onceIn: 2) ? .note : .position
    let value = value(for: column)
    for place in rows.indices { rows[place][column] = value }
    note(
      "UPDATE item SET \(column.rawValue) = \(value.sqlLiteral)",
      rows.map { .upsert($0.values(shape)) })
  }

  /// Does something inside a savepoint and takes it back, so that nothing happened.
  mutating func giveUpSavepoint() {
    let (before, earlier) = (rows, statements)
    statements = []
    for _ in 0...generator.below(2) { perform() }
    let inner = statements.map { $0.sql + "; " }.joined()
    rows = before
    statements = earlier
    note("SAVEPOINT attempt; \(inner)ROLLBACK TO attempt; RELEASE attempt", [])
  }
}
