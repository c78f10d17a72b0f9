import Sectional

extension JSONWriter {
  /// Writes a cell.
  mutating func value(_ value: Value) {
    switch value {
    case .null: null()
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .text(let text): string(text)
    case .malformedText(let bytes): tagged("text", bytes)
    case .blob(let bytes): tagged("blob", bytes)
    }
  }

  /// Writes the cell of a column, which is a UUID where the store has that type.
  mutating func cell(_ value: Value, at column: Int, of columns: RowColumns) {
    guard columns.uuids.contains(column), case .text(let text) = value else {
      return self.value(value)
    }
    object { writer in
      writer.name("uuid")
      writer.string(text)
    }
  }

  private mutating func tagged(_ tag: String, _ bytes: [UInt8]) {
    object { writer in
      writer.name(tag)
      writer.string(bytes.hexadecimal)
    }
  }

  /// Writes a row's identity: its key's value, an array of them for a composite key, or its rowid.
  mutating func id(of row: Row, keyColumns: [Int]) {
    if case .rowID(let rowID) = row.key.identity {
      return integer(rowID)
    }
    // The cells and not the key's values, which are by value: a key 1.0 is written as a real.
    let values = row.values
    id(of: keyColumns.map { values[$0] }, keyColumns: keyColumns, row.columns)
  }

  /// Writes the cells that identify a row.
  mutating func id(of cells: [Value], keyColumns: [Int], _ columns: RowColumns) {
    // Where a key is missing there is one cell that is in no column: the rowid.
    let places = cells.count == keyColumns.count ? keyColumns : cells.map { _ in -1 }
    if cells.count == 1 {
      cell(cells[0], at: places[0], of: columns)
    } else {
      array(zip(places, cells).map(\.self)) { $0.cell($1.1, at: $1.0, of: columns) }
    }
  }

  /// Writes a row as an object of its columns.
  mutating func row(_ row: Row) {
    object { writer in
      for (place, value) in row.values.enumerated() {
        writer.name(row.columns.names[place])
        writer.cell(value, at: place, of: row.columns)
      }
    }
  }

  /// Writes a place as section and row.
  mutating func path(_ path: ElementPath) {
    array { writer in
      writer.integer(path.section)
      writer.integer(path.item)
    }
  }
}
