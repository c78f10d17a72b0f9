/// The identity of a row, which doesn't depend on its other contents: its primary key, or its rowid if the key is
/// missing or contains a null.
///
/// Keys are equal if their values are, with numbers compared by value: 1 and 1.0 are the same key, 1 and "1" are
/// different keys.
public struct RowKey: Sendable, Hashable {
  /// The key's values, encoded as order-preserving bytes.
  let bytes: [UInt8]

  /// Feeds a hash of the values into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(IdentityHash.hash(bytes)) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a key from the values of the key columns.
  public init(_ values: some Sequence<StoredValue>) { self.init(cells: PackedRow(values)) }

  /// Creates a key from the cells of the key columns.
  public init(cells: PackedRow) {
    var bytes: [UInt8] = []
    ByteWriter.append(to: &bytes) { writer in
      unsafe cells.bytes.withUnsafeBytes { cells in
        var offset = 0
        while offset < cells.count {
          unsafe ByteKey.append(cells, at: offset, by: OrderRule(column: 0), to: &writer)
          offset = unsafe RawCell(cells, at: offset).end
        }
      }
    }
    self.bytes = bytes
  }

  /// Creates the key of a row that has no complete primary key.
  public init(rowID: Int64) {
    var bytes: [UInt8] = []
    ByteKey.append(rowID: rowID, to: &bytes)
    self.bytes = bytes
  }

  /// Returns whether a key comes before another one in ascending order.
  package func precedes(_ other: RowKey) -> Bool {
    ByteOrder.compare(bytes, other.bytes) == .less
  }

  /// The values of the key columns, or only the rowid.
  public var values: [StoredValue] {
    switch identity {
    case .key(let values): values
    case .rowID(let rowID): [.integer(rowID)]
    }
  }

  /// What the key consists of: the values of the key columns, or the rowid.
  public var identity: RowIdentity {
    if let rowID { return .rowID(rowID) }
    var decoder = ByteKey.Decoder(bytes)
    var values: [StoredValue] = []
    while let value = decoder.next() { values.append(value) }
    return .key(values)
  }

  /// The rowid, if it alone identifies the row, and otherwise `nil`.
  var rowID: Int64? {
    guard bytes.first == ByteKey.Tag.rowID else { return nil }
    var decoder = ByteKey.Decoder(bytes, from: 1)
    guard case .integer(let rowID)? = decoder.next() else { return nil }
    return rowID
  }

  /// The bytes of the key whose only value is this rowid.
  var rowIDAsKey: [UInt8] { Array(bytes.dropFirst()) }
}

/// The two ways to identify a row.
public enum RowIdentity: Sendable, Hashable {
  /// By the values of the key columns, in order.
  case key([StoredValue])
  /// By the rowid, if no key is declared or the key contains a null.
  case rowID(Int64)
}
