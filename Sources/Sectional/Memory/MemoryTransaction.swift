/// The writes of one transaction on a memory store.
public struct MemoryTransaction {
  var tables: [String: MemoryTable]
  /// The rows that were written, table by table.
  private(set) var touched: [String: Set<RowKey>] = [:]

  init(_ tables: [String: MemoryTable]) { self.tables = tables }

  /// Writes a row in place of the one with its key, if there is one.
  ///
  /// - Parameters:
  ///   - values: A value for every column, in the order of the columns.
  ///   - name: The table.
  /// - Throws: ``StoreError`` when the table does not exist or the number of values is another.
  public mutating func upsert(_ values: [StoredValue], into name: String) throws(StoreError) {
    let key = try key(of: values, in: name)
    tables[name]?.rows[key] = PackedRow(values)
    touched[name, default: []].insert(key)
  }

  /// Returns the key of a row; the table is let go of before its rows are written, which would else be copied.
  private func key(of values: [StoredValue], in name: String) throws(StoreError) -> RowKey {
    let table = try table(name)
    guard values.count == table.columns.names.count else {
      throw StoreError(
        .invalidQuery,
        "the table \(quoted(name)) has \(table.columns.names.count) columns, not \(values.count)")
    }
    return table.key(of: values)
  }

  /// Deletes the row with some key, if there is one.
  ///
  /// - Parameters:
  ///   - key: A value for every key column.
  ///   - name: The table.
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` when the table does not exist or its key has another number of columns.
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

  /// Runs a body whose writes are taken back when it throws, and the error thrown on.
  ///
  /// - Returns: What the body returns.
  @discardableResult public mutating func write<Output>(
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
  /// Says that a table does not exist, and which one was probably meant.
  package static func noTable(_ name: String, among names: [String]) -> StoreError {
    let advice =
      names.isEmpty ? "the store has no tables" : NearestName.suggestion(for: name, among: names)
    return StoreError(.noSuchTable, "there is no table \(quoted(name)); \(advice)")
  }
}
