package import Foundation

/// Maps a type of records to a table.
///
/// ```swift
/// struct Contact: StoredRecord {
///   var id: Int64
///   var name: String
///   var team: String?
///
///   static let table = RecordTable(
///     "contact", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
///     RecordColumn("team", \.team), row: Contact.init)
/// }
/// ```
///
/// The columns stand in the order of the initializer's parameters. Where two of one type stand in the wrong order, the
/// first row or record in which their values differ reveals it: no record is made of it, nothing of it is written, and the
/// error, with code `invalidMapping`, names a column. (Where the values are equal, nothing is in the wrong place.)
///
/// Columns of the table that are not mapped are left alone.
public struct RecordTable<Record: Sendable>: Sendable {
  /// The table's name in the store.
  public let name: String
  let columns: [ColumnMapping<Record>]
  let decode: @Sendable (PackedRow) -> Record?
  /// What is known of the order of the columns, by every list and transaction of the process.
  let check: MappingCheck

  /// Maps a table.
  ///
  /// - Parameters:
  ///   - name: The table's name in the store.
  ///   - column: The columns, in the order of the initializer's parameters. Those with `primaryKey` are what
  ///     identifies a record; without any it is the key the store declares.
  ///   - row: Makes a record of a value for each column, mostly the type's initializer.
  public init<each Cell: ColumnValue>(
    _ name: String, _ column: repeat RecordColumn<Record, each Cell>,
    row: @escaping @Sendable (repeat each Cell) -> Record
  ) {
    self.name = name
    var columns: [ColumnMapping<Record>] = []
    for column in repeat each column { columns.append(ColumnMapping(column)) }
    self.columns = columns
    let storages = (repeat (each column).storage)
    let decode: @Sendable (PackedRow) -> Record? = { contents in
      var cells = PackedRow.Reader(contents.bytes)
      return try? row(repeat cells.value((each Cell).self, as: each storages))
    }
    self.decode = decode
    check = MappingCheck(of: columns, decode: decode)
  }

  /// The names of the columns, in their order.
  public var columnNames: [String] { columns.map(\.name) }

  /// The names of the columns that identify a record.
  public var primaryKey: [String] { columns.filter(\.isPrimaryKey).map(\.name) }

  /// Returns the name of the column a property is mapped to, or nothing when it is mapped to none.
  public func columnName(of keyPath: PartialKeyPath<Record>) -> String? {
    column(at: keyPath)?.name
  }

  /// Returns the cells of a record that is to be written, in the order of the columns.
  ///
  /// - Throws: ``StoreError`` with code `invalidMapping` when a record that is read from them would be another one.
  package func cells(of record: Record) throws(StoreError) -> [StoredValue] {
    let cells = columns.map { $0.cell(record) }
    if var look = MappingLook(check) { _ = try look.isSettled(by: PackedRow(cells)) }
    return cells
  }

  /// Returns the moments of those properties of a record that are dates, in the order of the columns.
  package func moments(of record: Record) -> [Date?] {
    columns.map { column in column.rule.decoded(column.cell(record)) as? Date }
  }

  func column(at keyPath: AnyKeyPath) -> ColumnMapping<Record>? {
    columns.first { ($0.keyPath as AnyKeyPath) == keyPath }
  }
}

/// A type of records with a table of its own.
public protocol StoredRecord: Sendable {
  /// How the type is mapped.
  static var table: RecordTable<Self> { get }
}

extension PackedRow.Reader {
  private struct Misfit: Error {}

  fileprivate mutating func value<Cell: ColumnValue>(
    _ type: Cell.Type, as storage: Cell.Storage
  ) throws -> Cell {
    guard let value = Cell(cell: next()?.value ?? .null, as: storage) else { throw Misfit() }
    return value
  }
}
