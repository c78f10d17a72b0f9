/// Where a row was in a list.
enum OldPosition: Hashable {
  /// It wasn't in the list.
  case outside
  case at(RowOrderKey)
  case unknown
}

extension RowQuery {
  /// Returns where a row was, given what a change log says of it.
  ///
  /// - Parameters:
  ///   - name: What the log calls the row.
  ///   - row: The row as it was, or `nil` if the log doesn't say.
  /// - Returns: The position; unknown if a column is missing, or if only the store can evaluate a condition of the request.
  func oldPosition(of name: RowKey, _ row: OldRow?) -> OldPosition {
    guard case .present(let values)? = row else { return row == .absent ? .outside : .unknown }
    guard request.rows.storePredicate == nil, let contents = contents(of: name, values) else {
      return .unknown
    }
    guard matches(contents) else { return .outside }
    var complete = contents
    do throws(StoreError) {
      if let section = try derivedSection(of: contents) { complete.append(section) }
    } catch {
      return .unknown
    }
    var orderKey = RowOrderKey()
    var builder = RowOrderKeyBuilder(ordering)
    builder.compute(complete, rowID: name.rowID, into: &orderKey)
    return .at(orderKey)
  }

  /// Returns the cells of a row that are summed up, after a mark, given what a change log says of it; `nil` if the log lacks one.
  func oldSummedCells(of name: RowKey, _ row: OldRow?) -> [UInt8]? {
    guard let inputs = shape.summary?.inputs, case .present(let values)? = row else { return nil }
    let cells = cells(of: name, values)
    guard inputs.allSatisfy({ cells[$0] != nil }) else { return nil }
    return PackedRow(cells.map { $0 ?? .null }).summed(at: inputs)
  }

  /// Returns a row with the cells that decide its place, and nulls for the others; `nil` if one of those is unknown.
  private func contents(of name: RowKey, _ values: [String: StoredValue]) -> PackedRow? {
    guard let decisive = decisiveColumns else { return nil }
    let cells = cells(of: name, values)
    guard decisive.allSatisfy({ cells[$0] != nil }) else { return nil }
    return PackedRow(cells.map { $0 ?? .null })
  }

  /// Returns the cells of a row, as far as they are known.
  private func cells(of name: RowKey, _ values: [String: StoredValue]) -> [StoredValue?] {
    var cells = [StoredValue?](repeating: nil, count: layout.columns.names.count)
    for (column, value) in values {
      if let index = layout.columns.index(of: column) { cells[index] = value }
    }
    let key = layout.keyIsRowID ? name.rowID.map { [.integer($0)] } ?? name.values : name.values
    if layout.keyIsRowID || name.rowID == nil, key.count == layout.keyColumns.count {
      for (column, value) in zip(layout.keyColumns, key) where cells[column] == nil {
        cells[column] = value
      }
    }
    return cells
  }

  /// Returns the finding that a table's change log lacks old values that the list needs, or `nil` if it lacks none.
  ///
  /// - Parameters:
  ///   - kept: The columns whose old values the log keeps.
  ///   - table: The table's name.
  ///   - namesKeys: Whether the log names rows by the list's key.
  ///   - knowsOwnWrites: Whether the store itself knows what the rows were before its own writes.
  /// - Returns: The finding.
  package func missingOldValues(
    keeping kept: [String], of table: String, namesKeys: Bool, knowsOwnWrites: Bool = false
  ) -> RequestFinding? {
    guard let what = needOfOldValues else { return nil }
    guard request.rows.storePredicate == nil, let decisiveColumns else {
      return RequestFinding(
        .readAsAWhole,
        "\(request.rows.storePredicate == nil ? "the sections" : "the condition") can't be "
          + "evaluated for old values of a row, so \(what) after each change",
        advice: request.rows.storePredicate == nil
          ? "make the sections from a column" : "use a search or a #Predicate instead of SQL")
    }
    let known = RowColumns(kept)
    let missing = decisiveColumns.subtracting(namesKeys ? layout.keyColumns : []).sorted()
      .map { layout.columns.names[$0] }.filter { known.index(of: $0) == nil }
    guard !missing.isEmpty else { return nil }
    let names = missing.map(quoted).joined(separator: ", ")
    return RequestFinding(
      .missingOldValues,
      "no change log keeps old values of \(names) in \(quoted(table)), so \(what) after each change"
        + (knowsOwnWrites ? " by another program" : ""),
      advice: "install a change log that keeps these old values, which costs writers a little more",
      tablesToLog: [table], columnsToLog: missing)
  }

  /// What must be done after each change whose old values are unknown; `nil` if they aren't needed.
  private var needOfOldValues: String? {
    if tracedColumn != nil { return "all rows of the list are read again" }
    return request.extent.needOfOldValues
  }

  /// The columns of which the list needs to know what they were before a row changed, or `nil` if it doesn't ask that, or
  /// can't make use of it.
  package var columnsOfOldRows: Set<String>? {
    guard needOfOldValues != nil, layout.dependence == .row, request.rows.storePredicate == nil,
      let decisiveColumns
    else { return nil }
    return Set(decisiveColumns.union(summedColumns).map { layout.columns.names[$0] })
  }

  /// The columns that are summed up, of a list that then need not read a row that keeps its place if they are unchanged.
  private var summedColumns: [Int] {
    guard request.extent.countsRows else { return [] }
    return request.rows.aggregates.flatMap { $0.columns.compactMap(layout.columns.index) }
  }

  /// The columns that decide whether and where a row is in the list, or `nil` if all may.
  var decisiveColumns: Set<Int>? {
    if let tracedColumn { return [tracedColumn] }
    if case .contents? = derivation { return nil }
    let columns = ordering.terms.map(\.column).filter { $0 < layout.columns.names.count }
    return Set(
      columns + layout.keyColumns
        + ordering.section.map(\.column).filter {
          $0 < layout.columns.names.count
        }
    ).union(predicatePlaces.indexes).union(sectionInput.map { [$0] } ?? [])
  }
}
