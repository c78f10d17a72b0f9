package import Foundation
package import Sectional

/// The SQL that writes one record, with the values of its placeholders.
///
/// If the table's columns are in another order than the initializer's parameters, a record would read back as a
/// different one; creating the statement then throws an error with code `invalidMapping`.
package struct RecordStatement: Sendable, Hashable {
  /// The statement.
  package let text: String
  /// The values of its placeholders.
  package let arguments: [StoredValue]
  /// The dates that the values represent, where they represent one, for a database that has date types.
  package let moments: [Date?]

  private init(_ text: String, _ cells: [RecordCell]) {
    self.text = text
    arguments = cells.map(\.value)
    moments = cells.map(\.moment)
  }

  /// Creates the statement that inserts a record.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` if the columns are in the wrong order.
  package static func insert<Record: StoredRecord>(
    _ record: Record, dialect: some StatementDialect
  ) throws(StoreError) -> RecordStatement {
    insert(try RecordCell.cells(of: record, dialect), into: dialect.table(Record.table.name))
  }

  private static func insert(_ cells: [RecordCell], into table: String) -> RecordStatement {
    let names = cells.map(\.name).joined(separator: ", ")
    let places = cells.map { _ in "?" }.joined(separator: ", ")
    return RecordStatement(
      "INSERT INTO \(table) (\(names)) VALUES (\(places))", cells)
  }

  /// Creates the statement that replaces the record that has the same key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` if the mapping names no primary key or the columns are in the
  ///   wrong order.
  package static func update<Record: StoredRecord>(
    _ record: Record, dialect: some StatementDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    // If a record consists only of its key, the key is set to itself, which shows whether the row exists.
    let written = parts.others.isEmpty ? parts.key : parts.others
    return RecordStatement(
      "UPDATE \(parts.table) SET \(parts.list(written, ", ") { _ in "=" }) WHERE \(parts.condition)",
      written + parts.key)
  }

  /// Creates the statement that inserts a record, or replaces the record that has the same key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` if the mapping names no primary key or the columns are in the
  ///   wrong order.
  package static func upsert<Record: StoredRecord>(
    _ record: Record, dialect: some StatementDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    let insert = insert(parts.cells, into: parts.table)
    let key = parts.key.map(\.name).joined(separator: ", ")
    let action =
      parts.others.isEmpty
      ? "NOTHING"
      : "UPDATE SET "
        + parts.others.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
    return RecordStatement("\(insert.text) ON CONFLICT (\(key)) DO \(action)", parts.cells)
  }

  /// Creates the statement that deletes the record with the same key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` if the mapping names no primary key or the columns are in the
  ///   wrong order.
  package static func delete<Record: StoredRecord>(
    _ record: Record, dialect: some StatementDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    return RecordStatement(
      "DELETE FROM \(parts.table) WHERE \(parts.condition)", parts.key)
  }
}

/// A record's cell, with the quoted name of its column.
private struct RecordCell {
  let name: String
  /// The operator that compares the column with a value for equality.
  let equality: String
  let value: StoredValue
  let moment: Date?

  static func cells<Record: StoredRecord>(
    of record: Record, _ dialect: some StatementDialect
  ) throws(StoreError) -> [RecordCell] {
    let table = Record.table
    let cells = zip(try table.cells(of: record), table.moments(of: record))
    return zip(table.columnNames, cells).map {
      RecordCell(
        name: dialect.column($0), equality: dialect.equality(of: $0), value: $1.0, moment: $1.1)
    }
  }
}

/// A record's cells, with the key separate from the others.
private struct RecordParts {
  let table: String
  /// All cells, in column order.
  let cells: [RecordCell]
  let key: [RecordCell]
  let others: [RecordCell]

  init<Record: StoredRecord>(_ record: Record, _ dialect: some StatementDialect) throws(StoreError)
  {
    let mapping = Record.table
    // Names are compared by their bytes, as databases do: Swift takes composed and decomposed letters for equal.
    let keyNames = Set(mapping.primaryKey.map { Array(dialect.column($0).utf8) })
    guard !keyNames.isEmpty else {
      throw StoreError(
        .invalidMapping,
        "\(Record.self).table names no primary key; pass primaryKey: true for its key columns")
    }
    table = dialect.table(mapping.name)
    cells = try RecordCell.cells(of: record, dialect)
    key = cells.filter { keyNames.contains(Array($0.name.utf8)) }
    others = cells.filter { !keyNames.contains(Array($0.name.utf8)) }
  }

  var condition: String { list(key, " AND ", \.equality) }

  func list(
    _ cells: [RecordCell], _ separator: String, _ sign: (RecordCell) -> String
  ) -> String {
    cells.map { "\($0.name) \(sign($0)) ?" }.joined(separator: separator)
  }
}
