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
  mutating func id(_ key: RowKey, keyColumnCount: Int) {
    switch key.identity(keyColumnCount: keyColumnCount) {
    case .rowID(let rowID): integer(rowID)
    case .key(let values):
      if keyColumnCount == 1, let only = values.first {
        value(only)
      } else {
        array(values) { $0.value($1) }
      }
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
