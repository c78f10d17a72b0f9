/// Checks whether a table's columns are in the same order as the initializer's parameters.
///
/// A record that is created from a row must give back the row's cells, each from the property its column is mapped
/// to. Swapped columns of the same type can't be detected in a row where their values are equal. So every row that is
/// read and every record that is written is checked until rows have distinguished each column from all others of its
/// type.
final class MappingCheck: Sendable {
  private let record: any Sendable.Type
  private let rules: [CellRule]
  /// The first column of each column's type, whose form is used to compare values of that type.
  private let references: [Int]
  /// Returns the cells of the record created from a row, or `nil` if a cell doesn't fit.
  private let cellsGivenBack: @Sendable (PackedRow) -> [StoredValue]?
  // State: guarded by its lock. Everyone that checks a row records what it showed.
  private let doubts: Locked<ColumnDoubts>

  init<Record: Sendable>(
    of columns: [ColumnMapping<Record>], decode: @escaping @Sendable (PackedRow) -> Record?
  ) {
    record = Record.self
    rules = columns.map(\.rule)
    let types = columns.map(\.type)
    references = types.map { type in types.firstIndex(of: type) ?? 0 }
    cellsGivenBack = { row in
      decode(row).map { record in columns.map { $0.cell(record) } }
    }
    doubts = Locked(ColumnDoubts(types: references))
  }

  /// What still has to be determined.
  var openDoubts: ColumnDoubts { doubts.withLock { $0 } }

  /// Checks a row, whose first cells are those of the columns.
  ///
  /// - Returns: What still has to be determined.
  /// - Throws: ``StoreError`` with code `invalidMapping` if a record created from the row gives back other cells.
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
      "the column \(quoted(column)) of \(record).table is read into a different property than "
        + "the one it is mapped to; list the columns in the order of the initializer's parameters, "
        + "each with its own property")
  }
}

extension MappingCheck: Equatable {
  /// Returns whether both check the records of one type.
  static func == (left: MappingCheck, right: MappingCheck) -> Bool {
    ObjectIdentifier(left.record) == ObjectIdentifier(right.record)
  }
}

/// Checks one row after another until nothing is left to determine.
struct MappingLook: Sendable {
  private let check: MappingCheck
  private var doubts: ColumnDoubts
  // Storage that is reused from row to row.
  private var starts: [Int] = []

  /// Starts checking, or returns `nil` if there is nothing to determine.
  init?(_ check: MappingCheck?) {
    guard let check else { return nil }
    doubts = check.openDoubts
    guard !doubts.areSettled else { return nil }
    self.check = check
  }

  /// Checks a row, closely only if it may show something new.
  ///
  /// - Returns: Whether nothing is left to determine.
  /// - Throws: ``StoreError`` with code `invalidMapping` if the order of the columns differs from that of the
  ///   parameters.
  mutating func isSettled(by row: PackedRow) throws(StoreError) -> Bool {
    guard doubts.canBeSettled(by: row, room: &starts) else { return false }
    doubts = try check.look(at: row)
    return doubts.areSettled
  }
}
