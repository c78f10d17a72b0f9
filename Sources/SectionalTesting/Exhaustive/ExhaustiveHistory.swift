import Sectional

/// A history that visits every transition between two small states once, including those from a state to itself.
///
/// Rows' contents change at random along the way.
package struct ExhaustiveHistory: Sequence, IteratorProtocol, Sendable {
  /// The plan whose table and order the history uses.
  package static let plan = HistoryPlan(
    .integerKey, seed: 0, order: ListOrder(sections: .ascending, sort: .ascending))

  private var remaining: IndexingIterator<[Int]>
  private var generator = SeededGenerator(seed: 0)
  private var state = SmallState(0)
  private var notes = [0, 0, 0]

  /// Creates a history that starts with an empty table, which is state number zero.
  package init() {
    remaining = SmallState.walk().makeIterator()
    _ = remaining.next()
  }

  /// Returns the transaction that leads to the next state.
  package mutating func next() -> ScriptedTransaction? {
    guard let number = remaining.next() else { return nil }
    let next = SmallState(number)
    defer { state = next }
    return ScriptedTransaction((0..<3).compactMap { statement(for: $0, next.places[$0]) })
  }

  private mutating func statement(
    for row: Int, _ place: SmallState.Place?
  ) -> HistoryStatement? {
    let old = state.places[row]
    guard let place else {
      if old == nil { return nil }
      return HistoryStatement(
        sql: "DELETE FROM item WHERE id = \(row)", writes: [.delete([.integer(Int64(row))])])
    }
    if generator.happens(onceIn: 2) { notes[row] += 1 } else if old == place { return nil }
    let values: [StoredValue] = [
      .integer(Int64(row)), .text(place.section == 0 ? "A" : "B"),
      .integer(Int64(place.position)), .text("\(notes[row])"),
    ]
    let literals = values.map(\.sqlLiteral)
    let sql =
      old == nil
      ? "INSERT INTO item VALUES (\(literals.joined(separator: ", ")))"
      : """
      UPDATE item SET team = \(literals[1]), position = \(literals[2]), note = \(literals[3]) \
      WHERE id = \(row)
      """
    return HistoryStatement(sql: sql, writes: [.upsert(values)])
  }
}
