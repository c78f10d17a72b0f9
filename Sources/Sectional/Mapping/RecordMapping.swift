/// What a list needs to know about its record type.
struct RecordMapping<Record: Sendable>: Sendable {
  /// The columns to read, or `nil` for every column.
  let cells: [CellRule]?
  /// Creates a record from a row whose cells fit.
  let record: @Sendable (StoredRow) -> Record
  /// Returns a record's values for the given key columns, in their order, or `nil` if one of the columns isn't
  /// mapped.
  let key: @Sendable (Record, [String]) -> [StoredValue]?
  /// Checks whether records are created from rows correctly; `nil` if no mapping can be wrong.
  let check: MappingCheck?
}

extension RecordMapping where Record: StoredRecord {
  /// The mapping of a type that declares its own table.
  static var ofTable: RecordMapping {
    let table = Record.table
    return RecordMapping(
      cells: table.columns.map(\.rule),
      record: { row in
        guard let record = table.decode(row.contents) else {
          preconditionFailure("a cell of \(table.name) fit when it was read but no longer does")
        }
        return record
      },
      key: { record, names in
        var values: [StoredValue] = []
        for name in names {
          let folded = Names.folded(name)
          let column = table.columns.first { Names.folded($0.name) == folded }
          guard let column else { return nil }
          values.append(column.cell(record))
        }
        return values
      },
      check: table.check)
  }
}

extension RecordMapping where Record == StoredRow {
  /// The mapping of rows to themselves.
  static var ofRows: RecordMapping {
    RecordMapping(
      cells: nil, record: { $0 },
      key: { row, names in
        var values: [StoredValue] = []
        for name in names {
          guard let value = row[name] else { return nil }
          values.append(value)
        }
        return values
      },
      check: nil)
  }
}
