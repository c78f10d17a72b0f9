import Sectional

extension ListHistory {
  /// Finds the rows of one of the sections.
  private mutating func anySection() -> (places: [Int], team: StoredValue) {
    let team = rows[anyRow].team
    return (rows.indices.filter { rows[$0].team.isSameSection(as: team) }, team)
  }

  mutating func renameSection() {
    let section = anySection()
    let team = value(for: .team)
    for place in section.places { rows[place].team = team }
    note(section.places.map { .upsert(rows[$0].values(shape)) }) { dialect in
      "UPDATE item SET team = \(dialect.literal(team)) WHERE \(dialect.holds("team", section.team))"
    }
  }

  mutating func deleteSection() {
    let section = anySection()
    let keys = section.places.map { rows[$0].key }
    for place in section.places.reversed() { rows.remove(at: place) }
    note(keys.map { .delete($0) }) { dialect in
      "DELETE FROM item WHERE \(dialect.holds("team", section.team))"
    }
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
    // TRUNCATE isn't MVCC-safe: the table also looks empty to transactions with an older snapshot.
    let truncates = keys.count % 2 == 0
    note(keys.map { .delete($0) }) { dialect in
      dialect == .postgres && truncates ? "TRUNCATE item" : "DELETE FROM item"
    }
  }

  mutating func updateEverything() {
    let column: HistoryColumn = generator.happens(onceIn: 2) ? .note : .position
    let value = value(for: column)
    for place in rows.indices { rows[place][column] = value }
    note(rows.map { .upsert($0.values(shape)) }) { dialect in
      "UPDATE item SET \(column.rawValue) = \(dialect.literal(value))"
    }
  }

  /// Makes changes inside a savepoint and rolls them back, so that nothing changes.
  mutating func giveUpSavepoint() {
    let (before, earlier) = (rows, statements)
    statements = []
    for _ in 0...generator.below(2) { perform() }
    let inner = statements
    rows = before
    statements = earlier
    note([]) { dialect in
      let statements = inner.map { $0.sql(in: dialect) + "; " }.joined()
      return "SAVEPOINT attempt; \(statements)ROLLBACK TO attempt; RELEASE attempt"
    }
  }
}
