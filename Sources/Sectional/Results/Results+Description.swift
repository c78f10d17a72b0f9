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
  /// The first 20 records and the number of the others, or only the count unless the rows are loaded.
  public var description: String {
    guard isLoaded else { return "\(count) rows, not loaded yet" }
    guard areLoaded else {
      return "\(count) rows, not all of them loaded"
    }
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

extension ResultsChange: CustomStringConvertible {
  /// The kind of change, the row's key and its index paths, such as `move (7) from 0.2 to 1.0`.
  public var description: String {
    let paths = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap { $0 }
    return "\(kind) \(key) \(paths.joined(separator: " "))"
  }
}

extension ElementPath: CustomStringConvertible {
  /// The indexes of the section and of the row, such as `0.2`.
  package var description: String { "\(section).\(item)" }
}

extension ResultsChangeset: CustomStringConvertible {
  /// The changes, one after the other, at most twenty of them.
  public var description: String {
    let changes =
      sectionDeletes.map { "delete section \($0)" } + sectionInserts.map { "insert section \($0)" }
      + sectionUpdates.map { "rename section \($0)" } + rowChanges.prefix(20).map(\.description)
    let more = rowChanges.count > 20 ? ", and \(rowChanges.count - 20) more" : ""
    guard changes.isEmpty else { return changes.joined(separator: ", ") + more }
    let sections = sectionInfoUpdates.prefix(20).map(String.init).joined(separator: ", ")
    return sections.isEmpty ? "no changes" : "other counts in sections \(sections)"
  }
}
