/// The writes of one transaction on a memory store.
public struct MemoryTransaction {
  var tables: [String: MemoryTable]
  /// The rows that were written, by table.
  private(set) var touched: [String: Set<RowKey>] = [:]

  init(_ tables: [String: MemoryTable]) { self.tables = tables }

  /// Inserts a row, or replaces the one that has the same key.
  ///
  /// - Parameters:
  ///   - values: A value for every column, in the order of the columns.
  ///   - name: The table's name.
  /// - Throws: ``StoreError`` if the table doesn't exist or has a different number of columns.
  public mutating func upsert(_ values: [StoredValue], into name: String) throws(StoreError) {
    let key = try key(of: values, in: name)
    tables[name]?.rows[key] = PackedRow(values)
    touched[name, default: []].insert(key)
  }

  /// Returns a row's key.
  ///
  /// The reference to the table ends here, before rows are written, because they would otherwise be copied.
  private func key(of values: [StoredValue], in name: String) throws(StoreError) -> RowKey {
    let table = try table(name)
    guard values.count == table.columns.names.count else {
      throw StoreError(
        .invalidQuery,
        "the table \(quoted(name)) has \(table.columns.names.count) columns, not \(values.count)")
    }
    return table.key(of: values)
  }

  /// Deletes the row with the given key, if it exists.
  ///
  /// - Parameters:
  ///   - key: A value for every key column.
  ///   - name: The table's name.
  /// - Returns: Whether the row existed.
  /// - Throws: ``StoreError`` if the table doesn't exist or its key has a different number of columns.
  @discardableResult public mutating func delete(
    _ key: [StoredValue], from name: String
  ) throws(StoreError) -> Bool {
    let count = try table(name).keyColumns.count
    guard key.count == count else {
      throw StoreError(
        .invalidQuery, "the key of \(quoted(name)) has \(count) columns, not \(key.count)")
    }
    touched[name, default: []].insert(RowKey(key))
    return tables[name]?.rows.removeValue(forKey: RowKey(key)) != nil
  }

  /// Runs a body and, if it throws, undoes its writes and rethrows the error.
  ///
  /// - Returns: The value the body returns.
  @discardableResult public mutating func savepoint<Output>(
    _ body: (inout MemoryTransaction) throws -> Output
  ) rethrows -> Output {
    let before = self
    do {
      return try body(&self)
    } catch {
      self = before
      throw error
    }
  }

  func table(_ name: String) throws(StoreError) -> MemoryTable {
    guard let table = tables[name] else { throw .noTable(name, among: tables.keys.sorted()) }
    return table
  }
}

extension StoreError {
  /// Returns an error that says that a table doesn't exist, and suggests the name that was probably meant.
  package static func noTable(_ name: String, among names: [String]) -> StoreError {
    let advice =
      names.isEmpty ? "the store has no tables" : NearestName.suggestion(for: name, among: names)
    return StoreError(.noSuchTable, "there is no table \(quoted(name)); \(advice)")
  }
}
