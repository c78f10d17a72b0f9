extension StoredValue: CustomStringConvertible {
  /// The value, written as an SQL literal.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer, .real: sectionName
    case .text(let text): "'\(text)'"
    case .malformedText(let bytes), .blob(let bytes): "x'\(bytes.hexadecimal)'"
    }
  }
}

extension RowKey: CustomStringConvertible {
  /// The values of the key columns, or the rowid.
  public var description: String {
    switch identity {
    case .key(let values): "(\(values.map(\.description).joined(separator: ", ")))"
    case .rowID(let rowID): "(rowid \(rowID))"
    }
  }
}

extension StoredRow: CustomStringConvertible {
  /// The cells, each with its column name.
  public var description: String {
    "[\(zip(columns.names, values).map { "\($0): \($1)" }.joined(separator: ", "))]"
  }
}

extension ResultsRows: CustomStringConvertible {
  /// The first 20 records and the number of the others, or only the count until the rows are loaded.
  public var description: String {
    guard isLoaded else { return "\(count) rows, not loaded yet" }
    return "\(Array(prefix(20)))\(count > 20 ? " and \(count - 20) more" : "")"
  }
}

extension ResultsSectionInfo: CustomStringConvertible {
  /// The section's name and its first records.
  public var description: String { "\(name.isEmpty ? "(no name)" : name): \(rows)" }
}

extension ResultsList: CustomStringConvertible {
  /// The first sections, each with its number of records.
  public var description: String {
    let sections = prefix(20).map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
    return "\(numberOfObjects) in \(count) sections: \(sections)\(count > 20 ? ", …" : "")"
  }
}
