import Sectional

extension JSONWriter {
  /// Writes a cell.
  mutating func value(_ value: StoredValue) {
    switch value {
    case .null: null()
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .text(let text): string(text)
    case .malformedText(let bytes): tagged("text", bytes)
    case .blob(let bytes): tagged("blob", bytes)
    }
  }

  /// Writes the cell of a column, with the name of its type if the store has a type that cells don't have.
  mutating func cell(_ value: StoredValue, at column: Int, of columns: RowColumns) {
    guard let tag = columns.kinds[column]?.tag, case .text(let text) = value else {
      return self.value(value)
    }
    object { writer in
      writer.name(tag)
      writer.string(text)
    }
  }

  private mutating func tagged(_ tag: String, _ bytes: [UInt8]) {
    object { writer in
      writer.name(tag)
      writer.string(bytes.hexadecimal)
    }
  }

  /// Writes a row's identity: the key's value, an array for a composite key, or the rowid.
  ///
  /// Numbers in a key are written by value, so each row has one id no matter how the store represents them.
  mutating func id(of key: RowKey, keyColumns: [Int], _ columns: RowColumns) {
    switch key.identity {
    case .rowID(let rowID): integer(rowID)
    case .key(let values) where values.count == 1:
      cell(values[0], at: keyColumns.first ?? -1, of: columns)
    case .key(let values):
      array(zip(keyColumns, values).map(\.self)) { $0.cell($1.1, at: $1.0, of: columns) }
    }
  }

  /// Writes a row as an object with its columns as members.
  mutating func row(_ row: StoredRow) {
    object { writer in
      for (place, value) in row.values.enumerated() {
        writer.name(row.columns.names[place])
        writer.cell(value, at: place, of: row.columns)
      }
    }
  }

  /// Writes a path as an array of section and row.
  mutating func path(_ path: ElementPath) {
    array { writer in
      writer.integer(path.section)
      writer.integer(path.item)
    }
  }
}

extension ColumnKind {
  /// The name under which JSON has a text of the type, or `nil` if it is a text like others.
  var tag: String? {
    switch self {
    case .uuid: "uuid"
    case .number: nil
    }
  }
}
