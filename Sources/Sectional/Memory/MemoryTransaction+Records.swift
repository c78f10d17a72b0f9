extension MemoryTransaction {
  /// Inserts a record; columns that aren't mapped become null.
  ///
  /// - Throws: ``StoreError`` with code `constraintViolated` if a row with the same key exists, or `invalidMapping`
  ///   if the type's columns are in the wrong order.
  public mutating func insert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    guard row.stored == nil else {
      throw StoreError(
        .constraintViolated,
        "the table \(quoted(Record.table.name)) already has a row with this key; use update or upsert"
      )
    }
    try upsert(row.values, into: Record.table.name)
  }

  /// Updates the record that has the same key; columns that aren't mapped keep their values.
  ///
  /// - Returns: Whether the record existed; if not, nothing is written.
  /// - Throws: ``StoreError`` if the table doesn't exist or lacks a mapped column, and with code `invalidMapping` if
  ///   the type's columns are in the wrong order.
  @discardableResult public mutating func update<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    guard row.stored != nil else { return false }
    try upsert(row.values, into: Record.table.name)
    return true
  }

  /// Updates the record that has the same key, or inserts it.
  ///
  /// - Throws: ``StoreError`` if the table doesn't exist or lacks a mapped column, and with code `invalidMapping` if
  ///   the type's columns are in the wrong order.
  public mutating func upsert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    try upsert(row.values, into: Record.table.name)
  }

  /// Deletes the record that has the same key.
  ///
  /// - Returns: Whether the record existed.
  /// - Throws: ``StoreError`` if the table doesn't exist or lacks a mapped column, and with code `invalidMapping` if
  ///   the type's columns are in the wrong order.
  @discardableResult public mutating func delete<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    return try delete(row.key, from: Record.table.name)
  }
}

/// A record as a row of a memory table.
private struct MemoryRecord {
  /// A value for every column; those that aren't mapped come from the stored row.
  private(set) var values: [StoredValue]
  let key: [StoredValue]
  let stored: PackedRow?

  init<Record: StoredRecord>(_ record: Record, in table: MemoryTable) throws(StoreError) {
    values = table.columns.names.map { _ in .null }
    var mapped: Set<Int> = []
    for (name, cell) in zip(Record.table.columnNames, try Record.table.cells(of: record)) {
      let index = try table.columns.resolve(name)
      values[index] = cell
      mapped.insert(index)
    }
    let values = values
    key = table.keyColumns.map { values[$0] }
    stored = table.rows[RowKey(key)]
    guard let stored = stored?.values else { return }
    for index in stored.indices where !mapped.contains(index) { self.values[index] = stored[index] }
  }
}
