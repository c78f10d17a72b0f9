/// What a row is, whatever it contains: its primary key, or its rowid where the key is missing or holds a null.
///
/// Keys are equal when their values are, numbers by value: 1 and 1.0 are one key, 1 and "1" are two.
public struct RowKey: Sendable, Hashable {
  /// The key's values as order-preserving bytes.
  let bytes: [UInt8]

  /// Feeds a hash of the values into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(IdentityHash.hash(bytes)) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a key from the values of the key columns.
  public init(_ values: some Sequence<StoredValue>) { self.init(cells: PackedRow(values)) }

  /// Makes a key from the cells of the key columns.
  public init(cells: PackedRow) {
    var bytes: [UInt8] = []
    var reader = PackedRow.Reader(cells.bytes)
    while let cell = reader.next() {
      ByteKey.append(cell, by: OrderRule(column: 0), to: &bytes)
    }
    self.bytes = bytes
  }

  /// Makes the key of a row that has no complete primary key.
  public init(rowID: Int64) {
    var bytes: [UInt8] = []
    ByteKey.append(rowID: rowID, to: &bytes)
    self.bytes = bytes
  }

  /// The values of the key columns, or the rowid alone.
  public var values: [StoredValue] {
    switch identity {
    case .key(let values): values
    case .rowID(let rowID): [.integer(rowID)]
    }
  }

  /// What the key says: the values of the key columns, or the rowid.
  public var identity: RowIdentity {
    if let rowID { return .rowID(rowID) }
    var decoder = ByteKey.Decoder(bytes)
    var values: [StoredValue] = []
    while let value = decoder.next() { values.append(value) }
    return .key(values)
  }

  /// The rowid, where it alone identifies the row.
  var rowID: Int64? {
    guard bytes.first == ByteKey.Tag.rowID else { return nil }
    var decoder = ByteKey.Decoder(bytes, from: 1)
    guard case .integer(let rowID)? = decoder.next() else { return nil }
    return rowID
  }

  /// The identity of the row whose key column has the rowid as its value.
  var rowIDAsKey: [UInt8] { Array(bytes.dropFirst()) }
}

/// The two ways of naming a row.
public enum RowIdentity: Sendable, Hashable {
  /// By the values of the key columns, in their order.
  case key([StoredValue])
  /// By the rowid, where no key is declared or it holds a null.
  case rowID(Int64)
}
