/// What a list needs to know of the type of its records.
struct RecordMapping<Record: Sendable>: Sendable {
  /// The columns that are read, or nothing where every column is.
  let cells: [CellRule]?
  /// Makes a record of a row whose cells fit.
  let record: @Sendable (StoredRow) -> Record
  /// Returns the values that identify a record, in the order of some columns; nothing where one is not mapped.
  let key: @Sendable (Record, [String]) -> [StoredValue]?
  /// Finds out whether records are made of rows in the right way; nothing where there is no other way.
  let check: MappingCheck?
}

extension RecordMapping where Record: StoredRecord {
  /// The mapping of a type with a table of its own.
  static var ofTable: RecordMapping {
    let table = Record.table
    return RecordMapping(
      cells: table.columns.map(\.rule),
      record: { row in
        guard let record = table.decode(row.contents) else {
          preconditionFailure("a cell of \(table.name) fitted when it was read and no longer does")
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
