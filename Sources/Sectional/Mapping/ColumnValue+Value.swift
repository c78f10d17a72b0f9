extension StoredValue: ColumnValue {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes any value.
  public static func cellDescription(as storage: PlainStorage) -> String { "any value" }

  /// Creates the value from the cell, unchanged.
  public init?(cell: StoredValue, as storage: PlainStorage) { self = cell }

  /// Returns the value itself.
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
