extension StoredValue: CustomStringConvertible {
  /// The value as SQL would write it.
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
  /// The cells with the names of their columns.
  public var description: String {
    "[\(zip(columns.names, values).map { "\($0): \($1)" }.joined(separator: ", "))]"
  }
}

extension ResultsRows: CustomStringConvertible {
  /// The first records.
  public var description: String {
    guard isLoaded else { return "\(count) rows, whose contents aren't there yet" }
    return "\(Array(prefix(20)))\(count > 20 ? " and \(count - 20) more" : "")"
  }
}

extension ResultsSectionInfo: CustomStringConvertible {
  /// The name with the first records.
  public var description: String { "\(name.isEmpty ? "(no name)" : name): \(rows)" }
}

extension ResultsList: CustomStringConvertible {
  /// The sections with their numbers of records.
  public var description: String {
    let sections = prefix(20).map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
    return "\(numberOfObjects) in \(count) sections: \(sections)\(count > 20 ? ", …" : "")"
  }
}
