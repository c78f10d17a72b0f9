/// Finds out whether the columns of a table stand in the order of the initializer's parameters.
///
/// A record that is made of a row must give back the row's cells, each from the property its column is mapped to. Columns
/// of one type that stand in each other's place give nothing away in a row where their values are equal. So every row
/// that is read, and every record that is written, is looked at until rows have told each column apart from every other
/// one of its type.
final class MappingCheck: Sendable {
  private let recordName: String
  private let rules: [CellRule]
  /// The first column of each column's type, in whose form the values of that type are compared.
  private let references: [Int]
  /// Returns the cells that a record made of a row has; nothing where a cell doesn't fit.
  private let cellsGivenBack: @Sendable (PackedRow) -> [StoredValue]?
  // State: guarded by its lock. Whoever looks at a row adds what it told.
  private let doubts: Locked<ColumnDoubts>

  init<Record: Sendable>(
    of columns: [ColumnMapping<Record>], decode: @escaping @Sendable (PackedRow) -> Record?
  ) {
    recordName = "\(Record.self)"
    rules = columns.map(\.rule)
    let types = columns.map(\.type)
    references = types.map { type in types.firstIndex(of: type) ?? 0 }
    cellsGivenBack = { row in
      decode(row).map { record in columns.map { $0.cell(record) } }
    }
    doubts = Locked(ColumnDoubts(types: references))
  }

  /// What has to be found out still.
  var openDoubts: ColumnDoubts { doubts.withLock { $0 } }

  /// Looks at a row, whose first cells are those of the columns.
  ///
  /// - Returns: What has to be found out still.
  /// - Throws: ``StoreError`` with code `invalidMapping` when a record made of it gives back other cells.
  func look(at row: PackedRow) throws(StoreError) -> ColumnDoubts {
    guard let givenBack = cellsGivenBack(row) else { return openDoubts }
    var cells = PackedRow.Reader(row.bytes)
    var values: [StoredValue?] = []
    for (index, rule) in rules.enumerated() {
      guard let value = rule.decoded(cells.next()?.value ?? .null) else { return openDoubts }
      guard rule.encoded(value) == givenBack[index] else { throw misplaced(rule.column) }
      values.append(rules[references[index]].encoded(value))
    }
    let told = values
    return doubts.withLock { doubts in
      doubts.settle(by: told)
      return doubts
    }
  }

  private func misplaced(_ column: String) -> StoreError {
    StoreError(
      .invalidMapping,
      "the column \(quoted(column)) of \(recordName).table is read into another property than the "
        + "one it is mapped to; put the columns into the order of the initializer's parameters, "
        + "each with its own property")
  }
}

/// Looks at one row after the other until nothing has to be found out any more.
struct MappingLook: Sendable {
  private let check: MappingCheck
  private var doubts: ColumnDoubts
  // Room that is used again.
  private var starts: [Int] = []

  /// Begins to look; nothing where there is nothing to find out.
  init?(_ check: MappingCheck?) {
    guard let check else { return nil }
    doubts = check.openDoubts
    guard !doubts.areSettled else { return nil }
    self.check = check
  }

  /// Looks at a row, closely where it may tell something new.
  ///
  /// - Returns: Whether there is nothing left to find out.
  /// - Throws: ``StoreError`` with code `invalidMapping` when the columns stand in another order than the parameters.
  mutating func isSettled(by row: PackedRow) throws(StoreError) -> Bool {
    guard doubts.canBeSettled(by: row, room: &starts) else { return false }
    doubts = try check.look(at: row)
    return doubts.areSettled
  }
}
