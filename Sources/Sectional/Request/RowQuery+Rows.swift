extension RowQuery {
  /// Tells whether the request's predicate matches a row.
  func matches(_ contents: PackedRow) -> Bool {
    request.predicate?.matches(contents, places: predicateIndexes) ?? true
  }

  /// Makes sure that every cell is what its property can hold.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell`.
  func checkCells(of contents: PackedRow) throws(StoreError) {
    guard let rules = request.cells, contents.firstCell(notOf: cellKinds) != nil else { return }
    var cells = PackedRow.Reader(contents.bytes)
    for (index, rule) in rules.enumerated() {
      let value = cells.next()?.value ?? .null
      guard rule.fits(value) else {
        throw misfit(
          kind(of: value, at: index), in: rule.column, expected: rule.description, contents)
      }
    }
  }

  /// Computes what a row's section is derived from its cells; nothing where it is one of them.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell`.
  func derivedSection(of contents: PackedRow) throws(StoreError) -> StoredValue? {
    switch request.section?.derivation?.input {
    case nil: return nil
    case .contents(let derive)?:
      return derive(contents) ?? .null
    case .cell(let derive)?:
      let cell = contents.value(at: sectionInput ?? 0)
      if let value = derive(cell) { return value }
      throw misfit(
        kind(of: cell, at: sectionInput ?? 0), in: request.section?.column ?? "",
        expected: request.section?.derivation?.expectation ?? "", contents)
    }
  }

  /// The kind of a cell, in words.
  private func kind(of value: StoredValue, at index: Int) -> String {
    if case .text = value, layout.columns.numbers.contains(index) { return RowQuery.textOfNumber }
    return value.kind
  }

  /// Names the place of a cell, and never what it holds.
  func misfit(
    _ found: String, in column: String, expected: String, _ contents: PackedRow
  ) -> StoreError {
    let key = layout.keyColumns.map { contents.value(at: $0).keyText }.joined(separator: ", ")
    var table = "the rows"
    if case .table(let name) = request.source { table = quoted(name) }
    return StoreError(
      .unexpectedCell,
      "the cell \(quoted(column)) of \(table)\(key.isEmpty ? "" : " with the key \(key)") is "
        + "\(found), and \(expected) is expected; mend the row or map the column otherwise")
  }
}

extension StoredValue {
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
    default: canonicalNumber.sectionName
    }
  }
}
