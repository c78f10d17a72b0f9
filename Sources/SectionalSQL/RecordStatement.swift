public import Sectional

/// The SQL that writes one record, with the values of its placeholders.
public struct RecordStatement: Sendable, Hashable {
  /// The statement.
  public let text: String
  /// The values of its placeholders.
  public let arguments: [Value]

  /// Makes the statement that inserts a record.
  public static func insert<Record: TableRecord>(
    _ record: Record, dialect: SQLDialect
  ) -> RecordStatement {
    let table = Record.table
    let names = table.columnNames.map(SQLIdentifier.quoted).joined(separator: ", ")
    let places = table.columnNames.map { _ in "?" }.joined(separator: ", ")
    return RecordStatement(
      text: "INSERT INTO \(dialect.table(table.name)) (\(names)) VALUES (\(places))",
      arguments: table.cells(of: record))
  }

  /// Makes the statement that writes a record in place of the one with its key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` when the mapping names no primary key.
  public static func update<Record: TableRecord>(
    _ record: Record, dialect: SQLDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    // A record that is nothing but its key is written as it is, so that it is known whether there is one.
    let written = parts.others.isEmpty ? parts.key : parts.others
    return RecordStatement(
      text:
        "UPDATE \(parts.table) SET \(parts.list(written, "= ?", ", ")) WHERE \(parts.condition)",
      arguments: written.map(\.value) + parts.key.map(\.value))
  }

  /// Makes the statement that inserts a record, or writes it in place of the one with its key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` when the mapping names no primary key.
  public static func upsert<Record: TableRecord>(
    _ record: Record, dialect: SQLDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    let insert = insert(record, dialect: dialect)
    let key = parts.key.map(\.name).joined(separator: ", ")
    let action =
      parts.others.isEmpty
      ? "NOTHING"
      : "UPDATE SET "
        + parts.others.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
    return RecordStatement(
      text: "\(insert.text) ON CONFLICT (\(key)) DO \(action)", arguments: insert.arguments)
  }

  /// Makes the statement that deletes the record with the same key.
  ///
  /// - Throws: `StoreError` with code `invalidMapping` when the mapping names no primary key.
  public static func delete<Record: TableRecord>(
    _ record: Record, dialect: SQLDialect
  ) throws(StoreError) -> RecordStatement {
    let parts = try RecordParts(record, dialect)
    return RecordStatement(
      text: "DELETE FROM \(parts.table) WHERE \(parts.condition)",
      arguments: parts.key.map(\.value))
  }
}

/// A record's cells with their quoted names, the key apart from the others.
private struct RecordParts {
  typealias Cell = (name: String, value: Value)

  let table: String
  let key: [Cell]
  let others: [Cell]

  init<Record: TableRecord>(_ record: Record, _ dialect: SQLDialect) throws(StoreError) {
    let mapping = Record.table
    let keyNames = Set(mapping.primaryKey)
    guard !keyNames.isEmpty else {
      throw StoreError(
        .invalidMapping,
        "\(Record.self).table names no primary key; say primaryKey: true of its columns")
    }
    table = dialect.table(mapping.name)
    let cells = zip(mapping.columnNames, mapping.cells(of: record))
    key = cells.filter { keyNames.contains($0.0) }.map { (SQLIdentifier.quoted($0.0), $0.1) }
    others = cells.filter { !keyNames.contains($0.0) }.map { (SQLIdentifier.quoted($0.0), $0.1) }
  }

  var condition: String { list(key, "= ?", " AND ") }

  func list(_ cells: [Cell], _ ending: String, _ separator: String) -> String {
    cells.map { "\($0.name) \(ending)" }.joined(separator: separator)
  }
}
