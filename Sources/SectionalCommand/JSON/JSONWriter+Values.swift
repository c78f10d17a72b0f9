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
    if keyColumns.count == 1 {
      value(values[keyColumns[0]])
    } else {
      array(keyColumns) { $0.value(values[$1]) }
    }
  }

  /// Writes a row as an object of its columns.
  mutating func row(_ row: Row) {
    object { writer in
      for (name, value) in zip(row.columns.names, row.values) {
        writer.name(name)
        writer.value(value)
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
