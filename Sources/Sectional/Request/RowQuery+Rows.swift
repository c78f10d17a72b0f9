extension RowQuery {
  /// Returns whether a row matches the request's predicate.
  func matches(_ contents: PackedRow) -> Bool {
    request.rows.predicate?.matches(contents, places: predicatePlaces) ?? true
  }

  /// Checks that every cell fits its property.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if one doesn't.
  func checkCells(of contents: PackedRow) throws(StoreError) {
    guard let rules = request.rows.cells, contents.firstCell(notOf: self.cells.kinds) != nil else {
      return
    }
    var cells = PackedRow.Reader(contents.bytes)
    for (index, rule) in rules.enumerated() {
      let value = cells.next()?.value ?? .null
      guard rule.fits(value) else {
        throw misfit(
          kind(of: value, at: index), in: rule.column, expected: rule.description,
          advice: "fix the row, or declare the property as another type", contents)
      }
    }
  }

  /// Returns the cells that are kept of a row: all, or those that are summed up, after a mark, or none.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if one that is summed up doesn't fit.
  func keptCells(of contents: PackedRow) throws(StoreError) -> [UInt8] {
    guard !request.rows.keepsContents else { return contents.bytes }
    guard !cells.summed.isEmpty else { return [] }
    for cell in cells.summed {
      guard let rule = cell.rule, !rule.fits(contents.value(at: cell.index)) else { continue }
      throw misfit(
        kind(of: contents.value(at: cell.index), at: cell.index), in: rule.column,
        expected: rule.description, advice: "fix the row, or declare the property as another type",
        part: .aggregates, contents)
    }
    return contents.summed(at: cells.summed.map(\.index))
  }

  /// Computes the value of a row's section from its cells, or returns `nil` if sections aren't derived.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if the cell doesn't fit.
  func derivedSection(of contents: PackedRow) throws(StoreError) -> StoredValue? {
    switch derivation {
    case nil: return nil
    case .contents(let derive)?:
      return derive(contents) ?? .null
    case .cell(let derive)?:
      let cell = contents.value(at: sectionInput ?? 0)
      if let value = derive(cell) { return value }
      throw misfit(
        kind(of: cell, at: sectionInput ?? 0), in: request.order.section?.column ?? "",
        expected: request.order.section?.derivation?.expectation ?? "",
        advice: "fix the row, or make the sections from another column", part: .section, contents)
    }
  }

  /// Describes the kind of a cell.
  private func kind(of value: StoredValue, at index: Int) -> String {
    if case .text = value, layout.columns.kinds[index] == .number { return RowQuery.textOfNumber }
    return value.kind
  }

  /// Creates the error for a cell that doesn't fit; it names the cell's position, but never its contents.
  func misfit(
    _ found: String, in column: String, expected: String, advice: String,
    part: StoreError.Part? = nil, _ contents: PackedRow
  ) -> StoreError {
    let key = layout.keyColumns.map { contents.value(at: $0).keyText }.joined(separator: ", ")
    var table = "the rows"
    if let name = request.rows.source.tableName { table = quoted(name) }
    return StoreError(
      .unexpectedCell,
      "the cell \(quoted(column)) of \(table)\(key.isEmpty ? "" : " with the key \(key)") is "
        + "\(found), but \(expected) is expected; \(advice)", part: part)
  }
}

extension StoredValue {
  /// A description of the kind of cell.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real(let real): real.isNaN ? "NaN" : "a real"
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
