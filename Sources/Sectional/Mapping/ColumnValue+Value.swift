extension StoredValue: ColumnValue {
  /// The only way there is.
  public static var defaultStorage: PlainStorage { .plain }

  /// Anything.
  public static func cellDescription(as storage: PlainStorage) -> String { "any value" }

  /// Takes the cell as it is.
  public init?(cell: StoredValue, as storage: PlainStorage) { self = cell }

  /// Returns itself.
  public func cell(as storage: PlainStorage) -> StoredValue { self }
}

extension [any ColumnValue] {
  /// The cells of the values, each in its type's default storage.
  package var cells: [StoredValue] { map(\.defaultCell) }
}

extension ColumnValue {
  /// The cell of the value in its type's default storage.
  var defaultCell: StoredValue { cell(as: Self.defaultStorage) }
}
