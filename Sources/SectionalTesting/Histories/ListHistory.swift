import Sectional

/// An endless, repeatable sequence of transactions on the table `item`.
///
/// There are few rows and sections, so that sections appear and disappear often, keys and rowids are reused, and most
/// rows compare equal to others.
public struct ListHistory: Sequence, IteratorProtocol, Sendable {
  /// The maximum number of rows in the table.
  static let rowLimit = 60

  let shape: TableShape
  private let pool: ValuePool
  var generator: SeededGenerator
  /// The rows that the table holds so far.
  var rows: [HistoryRow] = []
  /// The statements of the transaction under construction.
  var statements: [HistoryStatement] = []
  private var frequentTeams: [StoredValue] = []

  /// Creates a history at its beginning.
  public init(_ plan: HistoryPlan) {
    shape = plan.shape
    let pool = ValuePool(plan.cells)
    self.pool = pool
    generator = SeededGenerator(seed: plan.seed)
    frequentTeams = (0..<4).map { _ in generator.value(of: pool.teams) }
  }

  /// Returns the next transaction, and never `nil`.
  public mutating func next() -> ScriptedTransaction? {
    let before = rows
    statements = []
    let count = generator.happens(onceIn: 3) ? 2 + generator.below(3) : 1
    for _ in 0..<count { perform() }
    let isRolledBack = generator.happens(onceIn: 12)
    if isRolledBack { rows = before }
    return ScriptedTransaction(statements, isRolledBack: isRolledBack)
  }

  mutating func perform() {
    let choices = rows.isEmpty ? HistoryOperation.onEmptyTable : HistoryOperation.weighted
    perform(generator.element(of: choices) ?? .insert)
  }

  private mutating func perform(_ operation: HistoryOperation) {
    switch operation {
    case .insert: insert(count: 1)
    case .bulkInsert: insert(count: 1 + generator.below(40))
    case .updateNote: assign(.note, at: anyRow)
    case .updatePosition: assign(.position, at: anyRow)
    case .changeTeam: assign(.team, at: anyRow)
    case .updateToTheSame: assignTheSame()
    case .updateEverything: updateEverything()
    case .swap: swapTwoRows()
    case .changeKey: changeKey()
    case .changeRowID: changeRowID()
    case .replace: replace()
    case .insertOrUpdate: insertOrUpdate()
    case .renameSection: renameSection()
    case .delete: delete(at: anyRow)
    case .deleteSection: deleteSection()
    case .deleteEverything: deleteEverything()
    case .refillSection: refillSection()
    case .insertThenDelete: insertThenDelete()
    case .deleteThenInsert: deleteThenInsert()
    case .savepoint: giveUpSavepoint()
    }
  }
}

extension ListHistory {
  /// The index of a random row.
  ///
  /// The table must have rows.
  var anyRow: Int { mutating get { generator.below(rows.count) } }

  mutating func note(
    _ writes: [HistoryStatement.Write], _ sql: (HistoryDialect) -> String
  ) {
    statements.append(
      HistoryStatement(sql: sql(.sqlite), postgresSQL: sql(.postgres), writes: writes))
  }

  /// Returns a row whose key is unused, or `nil` if none can be found.
  mutating func freshRow(team: StoredValue? = nil) -> HistoryRow? {
    for _ in 0..<40 {
      let key = generator.key(shape, of: pool)
      let isTaken = !key.isEmpty && !key.contains(.null) && rows.contains { $0.key == key }
      if isTaken { continue }
      return HistoryRow(
        rowID: freeRowID(), key: key,
        team: team ?? generator.team(preferring: frequentTeams, of: pool),
        position: generator.value(of: pool.positions),
        note: generator.value(of: pool.notes))
    }
    return nil
  }

  /// Returns an unused rowid, often one that was used before.
  mutating func freeRowID() -> Int64 {
    let taken = Set(rows.map(\.rowID))
    let free = (1...Int64(ListHistory.rowLimit + 20)).filter { !taken.contains($0) }
    return generator.element(of: free) ?? (taken.max() ?? 0) + 1
  }

  mutating func value(for column: HistoryColumn) -> StoredValue {
    switch column {
    case .team: generator.team(preferring: frequentTeams, of: pool)
    case .position: generator.value(of: pool.positions)
    case .note: generator.value(of: pool.notes)
    }
  }
}
