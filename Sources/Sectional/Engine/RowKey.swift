/// What a row is, whatever it contains: its primary key, or its rowid where the key is missing or holds a null.
///
/// Keys are equal when their values are, numbers by value: 1 and 1.0 are one key, 1 and "1" are two.
public struct RowKey: Sendable, Hashable {
  /// The key's values as order-preserving bytes.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a key from the values of the key columns; one that holds a null needs the row's rowid.
  public init(_ values: some Sequence<Value>, rowID: Int64? = nil) {
    var bytes: [UInt8] = []
    let packed = PackedRow(values)
    var reader = PackedRow.Reader(packed.bytes)
    while let cell = reader.next() {
      ByteKey.append(cell, by: OrderRule(column: 0), to: &bytes)
    }
    if let rowID { ByteKey.append(rowID, to: &bytes) }
    self.bytes = bytes
  }

  /// The values of the key columns, followed by the rowid where the key needs it.
  public var values: [Value] {
    var decoder = ByteKey.Decoder(bytes)
    var values: [Value] = []
    while let value = decoder.next() { values.append(value) }
    return values
  }

  /// Reads the key for a table with some number of key columns.
  ///
  /// - Returns: The rowid of a row that has no complete key, else the values of its key columns.
  public func identity(keyColumnCount: Int) -> RowIdentity {
    let values = values
    guard values.count > keyColumnCount, case .integer(let rowID)? = values.last else {
      return .key(values)
    }
    return .rowID(rowID)
  }
}

/// The two ways of naming a row.
public enum RowIdentity: Sendable, Hashable {
  /// By the values of the key columns, in their order.
  case key([Value])
  /// By the rowid, where no key is declared or it holds a null.
  case rowID(Int64)
}
