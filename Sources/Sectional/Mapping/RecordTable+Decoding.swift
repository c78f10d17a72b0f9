extension RecordTable {
  /// Maps a table.
  ///
  /// It is inlined, so that records are created by code that knows the types of their properties.
  ///
  /// - Parameters:
  ///   - name: The table's name in the store.
  ///   - column: The columns, in the order of the initializer's parameters. Those with `primaryKey` identify a
  ///     record; if there are none, the key that the store declares does.
  ///   - row: Creates a record from a value for each column; usually the type's initializer.
  @inlinable public init<each Cell: ColumnValue>(
    _ name: String, _ column: repeat RecordColumn<Record, each Cell>,
    row: @escaping @Sendable (repeat each Cell) -> Record
  ) {
    var columns: [ColumnMapping<Record>] = []
    for column in repeat each column { columns.append(ColumnMapping(column)) }
    let storages = (repeat (each column).storage)
    self.init(name, columns) { contents in
      var cells = DecodedCells(of: contents)
      return try? row(repeat cells.next((each Cell).self, as: each storages))
    }
  }

  @usableFromInline init(
    _ name: String, _ columns: [ColumnMapping<Record>],
    decode: @escaping @Sendable (PackedRow) -> Record?
  ) {
    (self.name, self.columns, self.decode) = (name, columns, decode)
    check = MappingCheck(of: columns, decode: decode)
  }
}

/// The cells of a row, from which a record is created one after the other.
@usableFromInline struct DecodedCells {
  @usableFromInline struct Misfit: Error {
    @usableFromInline init() {}
  }

  private var reader: PackedRow.Reader

  @usableFromInline init(of contents: PackedRow) { reader = PackedRow.Reader(contents.bytes) }

  @usableFromInline mutating func next() -> StoredValue { reader.next()?.value ?? .null }

  /// Creates a value of the next cell.
  @inlinable mutating func next<Cell: ColumnValue>(
    _ type: Cell.Type, as storage: Cell.Storage
  ) throws -> Cell {
    guard let value = Cell(cell: next(), as: storage) else { throw Misfit() }
    return value
  }
}
