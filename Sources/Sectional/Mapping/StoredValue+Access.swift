extension StoredValue {
  /// Whether the value is null.
  public var isNull: Bool { self == .null }

  /// The value as an integer, or `nil` if it is no number, or one with a fraction.
  public var integerValue: Int64? { Int64(cell: self, as: .plain) }

  /// The value as a double, or `nil` if it is no number, or an integer that no double equals.
  public var doubleValue: Double? { Double(cell: self, as: .plain) }

  /// The value as text, or `nil` if it is anything else.
  public var textValue: String? { String(cell: self, as: .plain) }

  /// The bytes of a blob, or `nil` if the value is anything else.
  public var blobValue: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

  /// Returns the value as a type that columns can have, or `nil` if it doesn't fit: `cell.value(as: UUID.self)`.
  public func value<Cell: ColumnValue>(as type: Cell.Type) -> Cell? {
    value(as: type, Cell.defaultStorage)
  }

  /// Returns the value as a type that columns can have, in one of its storages, or `nil` if it doesn't fit:
  /// `cell.value(as: Date.self, .iso8601)`.
  public func value<Cell: ColumnValue>(as type: Cell.Type, _ storage: Cell.Storage) -> Cell? {
    Cell(cell: self, as: storage)
  }
}
