extension RowQuery {
  /// Places a row that a store read: checks whether it matches and whether its cells fit, and computes its section, its
  /// order and its identity.
  ///
  /// - Parameters:
  ///   - contents: The cells, in the order of the layout's columns.
  ///   - rowID: The rowid, where the store was asked for it.
  /// - Returns: The row, or nothing when the request's condition doesn't match it.
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit.
  public func row(_ contents: PackedRow, rowID: Int64? = nil) throws(StoreError) -> OrderedRow? {
    guard matches(contents) else { return nil }
    try checkCells(of: contents)
    guard let derivation = request.section?.derivation else {
      return ordering.row(contents, rowID: rowID)
    }
    var contents = contents
    contents.append(try sectionValue(derivation, of: contents))
    return ordering.row(contents, rowID: rowID)
  }

  private func matches(_ contents: PackedRow) -> Bool {
    request.condition?.matches(contents, places: conditionPlaces) ?? true
  }

  private func checkCells(of contents: PackedRow) throws(StoreError) {
    guard let rules = request.cells else { return }
    var cells = PackedRow.Reader(contents.bytes)
    for rule in rules {
      let value = cells.next()?.value ?? .null
      guard rule.fits(value) else {
        throw misfit(value, in: rule.column, expected: rule.description, contents)
      }
    }
  }

  private func sectionValue(
    _ derivation: SectionDerivation, of contents: PackedRow
  ) throws(StoreError) -> Value {
    switch derivation.input {
    case .contents(let derive):
      return derive(contents) ?? .null
    case .cell(let derive):
      let cell = contents.value(at: sectionInput ?? 0)
      if let value = derive(cell) { return value }
      throw misfit(
        cell, in: request.section?.column ?? "", expected: derivation.expectation, contents)
    }
  }

  /// Names the place of a cell, and never what it holds.
  private func misfit(
    _ value: Value, in column: String, expected: String, _ contents: PackedRow
  ) -> StoreError {
    let key = layout.keyColumns.map { contents.value(at: $0).keyText }.joined(separator: ", ")
    var table = "the rows"
    if case .table(let name) = request.source { table = quoted(name) }
    return StoreError(
      .unexpectedCell,
      "the cell \(quoted(column)) of \(table)\(key.isEmpty ? "" : " with the key \(key)") is "
        + "\(value.kind), and \(expected) is expected; mend the row or map the column otherwise")
  }
}

extension Value {
  /// The kind of a cell, in words.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real"
    case .text: "text"
    case .malformedText: "text that is not valid UTF-8"
    case .blob(let bytes): "a blob of \(bytes.count) bytes"
    }
  }

  /// A key's value, short enough for a message.
  fileprivate var keyText: String {
    switch self {
    case .null: "null"
    case .text(let text): quoted(text.count > 40 ? text.prefix(40) + "…" : text)
    default: sectionName
    }
  }
}
