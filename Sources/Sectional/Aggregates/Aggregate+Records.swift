public import Foundation

extension Aggregate where Record: StoredRecord, Value == Int {
  /// Counts the records that meet a condition, such as unread messages.
  ///
  /// The condition is translated once, as that of a request is. If a part of it can't be translated, the first fetch throws an error
  /// that names it.
  public static func count(where predicate: Predicate<Record>) -> Aggregate {
    Aggregate(
      term: Result { () throws(StoreError) in
        .count(try PredicateTranslator<Record>.condition(predicate))
      },
      value: { Int(clamping: $0?.integer ?? 0) })
  }
}

extension Aggregate where Record: StoredRecord {
  /// Sums up integers exactly; `nil` if there is none.
  public static func sum<Number: FixedWidthInteger & ColumnValue>(
    _ keyPath: KeyPath<Record, Number>
  ) -> Aggregate where Value == Int128? {
    Aggregate(column: keyPath, .sum, .integers, value: { $0?.integer })
  }

  /// Sums up integers exactly, and leaves out `nil`; `nil` if there is no integer.
  public static func sum<Number: FixedWidthInteger & ColumnValue>(
    _ keyPath: KeyPath<Record, Number?>
  ) -> Aggregate where Value == Int128? {
    Aggregate(column: keyPath, .sum, .integers, value: { $0?.integer })
  }

  /// Sums up doubles, and rounds the exact sum once; `nil` if there is none.
  public static func sum(_ keyPath: KeyPath<Record, Double>) -> Aggregate
  where Value == Double? {
    Aggregate(column: keyPath, .sum, .doubles, value: { $0?.double })
  }

  /// Sums up doubles, leaves out `nil`, and rounds the exact sum once; `nil` if there is no double.
  public static func sum(_ keyPath: KeyPath<Record, Double?>) -> Aggregate
  where Value == Double? {
    Aggregate(column: keyPath, .sum, .doubles, value: { $0?.double })
  }

  /// Divides the exact sum of numbers by how many there are, and rounds once; leaves out `nil`, and is `nil` if there is no number.
  public static func average(_ keyPath: KeyPath<Record, some NumberValue>) -> Aggregate
  where Value == Double? {
    Aggregate(column: keyPath, .average, .doubles, value: { $0?.double })
  }

  /// Finds the least value, as the column is stored: texts are compared by their bytes; `nil` if there is no other value.
  public static func minimum<Cell: ColumnValue & Comparable>(
    _ keyPath: KeyPath<Record, Cell>
  ) -> Aggregate where Value == Cell? {
    Aggregate(cellOf: keyPath, .least)
  }

  /// Finds the least value that isn't `nil`, as the column is stored: texts are compared by their bytes.
  public static func minimum<Cell: ColumnValue & Comparable>(
    _ keyPath: KeyPath<Record, Cell?>
  ) -> Aggregate where Value == Cell? {
    Aggregate(cellOf: keyPath, .least)
  }

  /// Finds the greatest value, as the column is stored: texts are compared by their bytes; `nil` if there is no other value.
  public static func maximum<Cell: ColumnValue & Comparable>(
    _ keyPath: KeyPath<Record, Cell>
  ) -> Aggregate where Value == Cell? {
    Aggregate(cellOf: keyPath, .greatest)
  }

  /// Finds the greatest value that isn't `nil`, as the column is stored: texts are compared by their bytes.
  public static func maximum<Cell: ColumnValue & Comparable>(
    _ keyPath: KeyPath<Record, Cell?>
  ) -> Aggregate where Value == Cell? {
    Aggregate(cellOf: keyPath, .greatest)
  }

  private init(
    column keyPath: PartialKeyPath<Record>, _ operation: CellSummary.Operation,
    _ numbers: CellSummary.Numbers, value: @escaping @Sendable (AggregateResult?) -> Value
  ) {
    let column = Result { () throws(StoreError) in
      try ColumnReference<Record>(keyPath).resolved()
    }
    let summary = CellSummary(operation: operation, numbers: numbers)
    self.init(term: column.map { .cells($0, summary) }, value: value)
  }

  private init<Cell>(
    cellOf keyPath: PartialKeyPath<Record>, _ operation: CellSummary.Operation
  ) where Value == Cell? {
    let rule = Record.table.column(at: keyPath)?.rule
    self.init(column: keyPath, operation, .doubles) { result in
      guard case .cell(let cell)? = result, let value = rule?.decoded(cell) else { return nil }
      return value as? Cell
    }
  }
}

extension Aggregate where Record == StoredRow {
  /// Counts the rows with a value in a column; numbers are compared by value.
  public static func count(of column: String, equalTo value: StoredValue) -> Aggregate
  where Value == Int {
    Aggregate(
      term: .success(
        .count(RowPredicate(.comparison(.equal, .column(column), .constant(value))))),
      value: { Int(clamping: $0?.integer ?? 0) })
  }

  /// Counts the rows with one of some values in a column; numbers are compared by value.
  package static func count(of column: String, amongst values: [StoredValue]) -> Aggregate
  where Value == StoredValue {
    Aggregate(
      term: .success(.count(RowPredicate(.isOne(.column(column), of: values)))),
      value: { $0?.cell ?? .integer(0) })
  }

  /// Sums up the numbers of a column exactly: an integer if all are, decimals in all their digits in a column of a server's `numeric`, and
  /// otherwise a double, rounded once; null if there is no number.
  public static func sum(of column: String) -> Aggregate where Value == StoredValue {
    Aggregate(.sum, of: column)
  }

  /// Computes the average of the numbers of a column, rounded once: to a double, or to 20 digits behind the point in a column of a
  /// server's `numeric`; null if there is no number.
  public static func average(of column: String) -> Aggregate where Value == StoredValue {
    Aggregate(.average, of: column)
  }

  /// Finds the least cell of a column that isn't null; null if there is none.
  public static func minimum(of column: String) -> Aggregate where Value == StoredValue {
    Aggregate(.least, of: column)
  }

  /// Finds the greatest cell of a column that isn't null; null if there is none.
  public static func maximum(of column: String) -> Aggregate where Value == StoredValue {
    Aggregate(.greatest, of: column)
  }

  private init(_ operation: CellSummary.Operation, of column: String) where Value == StoredValue {
    let summary = CellSummary(operation: operation, numbers: .asStored)
    self.init(term: .success(.cells(column, summary))) { $0?.cell ?? .null }
  }
}

extension AggregateResult {
  fileprivate var integer: Int128? {
    switch self {
    case .integer(let integer): integer
    case .real(let real): Int128(exactly: real)
    case .nothing, .cell: nil
    }
  }

  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .nothing, .cell: nil
    }
  }

  /// The value as a cell; an integer that doesn't fit one as its digits.
  fileprivate var cell: StoredValue? {
    switch self {
    case .nothing: nil
    case .integer(let integer):
      Int64(exactly: integer).map(StoredValue.integer) ?? .text("\(integer)")
    case .real(let real): .real(real)
    case .cell(let cell): cell
    }
  }
}
