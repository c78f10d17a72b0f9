package import Foundation

/// Maps a record type to a table.
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
/// List the columns in the order of the initializer's parameters. If two columns of the same type are swapped, the
/// first row or record in which their values differ reveals it: no record is created from it, nothing of it is
/// written, and an error with code `invalidMapping` names a column. (As long as the values are equal, nothing is in
/// the wrong place.)
///
/// Columns of the table that aren't mapped are left alone.
public struct RecordTable<Record: Sendable>: Sendable {
  /// The table's name in the store.
  public let name: String
  let columns: [ColumnMapping<Record>]
  let decode: @Sendable (PackedRow) -> Record?
  /// What is known about the order of the columns, shared by every list and transaction of the process.
  let check: MappingCheck

  /// The names of the table's own columns, in order.
  public var columnNames: [String] { columns.filter(\.isOwn).map(\.name) }

  /// The names of the columns that identify a record.
  public var primaryKey: [String] { columns.filter(\.isPrimaryKey).map(\.name) }

  /// Returns the name of the column a property is mapped to, or `nil` if it isn't mapped.
  ///
  /// That of a row of another table begins with the name of the relation: `customer.name`.
  public func columnName(of keyPath: PartialKeyPath<Record>) -> String? {
    column(at: keyPath)?.name
  }

  /// Returns the cells of a record that is about to be written, in the order of the table's own columns.
  ///
  /// - Throws: ``StoreError`` with code `invalidMapping` if a record read from these cells would differ from this
  ///   one.
  package func cells(of record: Record) throws(StoreError) -> [StoredValue] {
    let cells = columns.map { $0.cell(record) }
    if var look = MappingLook(check) { _ = try look.isSettled(by: PackedRow(cells)) }
    return zip(columns, cells).filter { $0.0.isOwn }.map { $0.1 }
  }

  /// Returns the moments of a record's date properties, in the order of the table's own columns, with `nil` for every
  /// other column.
  package func moments(of record: Record) -> [Date?] {
    columns.filter(\.isOwn).map { column in column.rule.decoded(column.cell(record)) as? Date }
  }

  /// Where the rows of a list of records come from.
  var source: RowSource { joined.map(RowSource.joined) ?? .table(name) }

  /// The table with the columns of other tables; `nil` if there are none.
  var joined: JoinedTable? {
    columns.allSatisfy(\.isOwn) ? nil : JoinedTable(name, columns.map(\.column))
  }

  func column(at keyPath: AnyKeyPath) -> ColumnMapping<Record>? {
    columns.first { ($0.keyPath as AnyKeyPath) == keyPath }
  }
}

/// A record type that declares its own table.
public protocol StoredRecord: Sendable {
  /// How the type is mapped to a table.
  static var table: RecordTable<Self> { get }
}
