extension MemoryTransaction {
  /// Inserts a record; columns that are not mapped are null.
  ///
  /// - Throws: ``StoreError`` with code `constraintViolated` when there is a row with its key, `invalidMapping` when the
  ///   type's columns stand in a wrong order.
  public mutating func insert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    guard row.stored == nil else {
      throw StoreError(
        .constraintViolated,
        "the table \(quoted(Record.table.name)) has a row with this key; update it, or upsert")
    }
    try upsert(row.values, into: Record.table.name)
  }

  /// Writes a record in place of the one with its key; columns that are not mapped stay.
  ///
  /// - Returns: Whether there was one; else nothing is written.
  /// - Throws: ``StoreError`` when the table does not exist or has other columns, and with code `invalidMapping` when the
  ///   type's columns stand in a wrong order.
  @discardableResult public mutating func update<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    guard row.stored != nil else { return false }
    try upsert(row.values, into: Record.table.name)
    return true
  }

  /// Writes a record in place of the one with its key, or inserts it.
  ///
  /// - Throws: ``StoreError`` when the table does not exist or has other columns, and with code `invalidMapping` when the
  ///   type's columns stand in a wrong order.
  public mutating func upsert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    try upsert(row.values, into: Record.table.name)
  }

  /// Deletes the record with the same key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` when the table does not exist or has other columns, and with code `invalidMapping` when the
  ///   type's columns stand in a wrong order.
  @discardableResult public mutating func delete<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    let row = try MemoryRecord(record, in: table(Record.table.name))
    return try delete(row.key, from: Record.table.name)
  }
}

/// A record as a row of a memory table.
private struct MemoryRecord {
  /// A value for every column, of which those that are not mapped are the stored row's.
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
