import Sectional
import SectionalSQL

/// Two lists of one request, and everything that is needed to compare them.
struct ListAnalysis {
  let first: ResultsList<StoredRow>
  let second: ResultsList<StoredRow>
  let keys: (first: [String], second: [String])
  let columns: ColumnPairs
  let descriptions: (first: SourceDescription?, second: SourceDescription?)
  let negativeZeros: (first: NegativeZeros, second: NegativeZeros)
  /// The most rows to keep of each kind of difference.
  let limit: Int

  /// Compares the lists in Sectional's order.
  func sectional() -> OrderReport {
    let lists = (
      ComparedList(first, keyColumns: keys.first, negativeZeros: negativeZeros.first),
      ComparedList(second, keyColumns: keys.second, negativeZeros: negativeZeros.second)
    )
    let matches = MatchedRows(lists.0, lists.1)
    let comparison = ListComparison(lists.0, lists.1, columns, matches, keeping: limit)
    var table = CauseTable(lists.0, lists.1, says: says)
    if !comparison.isEqual {
      ContentCauses(first: lists.0, second: lists.1, matches: matches, columns: columns)
        .add(to: &table)
      addUnexplained(lists.0, lists.1, matches, to: &table)
    }
    return OrderReport(
      order: .sectional, comparison: comparison, causes: table.causes, lists: lists,
      matches: matches, columns: columns, table: table)
  }

  /// Under Sectional's order, rows with the same values can't be in different places.
  private func addUnexplained(
    _ left: ComparedList, _ right: ComparedList, _ matches: MatchedRows,
    to table: inout CauseTable
  ) {
    let witnesses = Witness.all(
      Array(left.rows.indices), Array(right.rows.indices), other: matches.other)
    for witness in witnesses
    where columns.haveSameOrder(witness.row, left, right)
      && columns.haveSameOrder(witness.passed, left, right)
    {
      addUnexplained(witness, left, right, to: &table)
    }
    guard table.isEmpty else { return }
    table.add(.unexplained, column: nil, rows: 0, sections: 0)
  }

  /// Adds two rows that no value explains: only the key tells them apart, and its columns can have another order.
  func addUnexplained(
    _ witness: Witness, _ left: ComparedList, _ right: ComparedList, to table: inout CauseTable
  ) {
    let column = columns.firstOtherColumn(in: left, right)
    table.add(
      column == nil ? .unexplained : .keyType, column: column.map { left.columns[$0] },
      left: witness.row.first, right: witness.row.second
    ) {
      func value(_ place: Int) -> StoredValue {
        column.map { left.value(place, $0) } ?? left.key(place).values.first ?? .null
      }
      let places = witness.placesInFirst
      return DifferingValues(
        position: places.before, column: column.map { left.columns[$0] } ?? "",
        first: value(places.before), second: value(places.after), isOrder: true)
    }
  }

  /// Returns what each store says of a column of the first list, or of one that only the second list has.
  func says(_ column: String) -> [String] {
    guard let first = descriptions.first, let second = descriptions.second else { return [] }
    let pair = columns.pairs.first { $0.name == column }
    guard let pair else {
      func summary(_ description: SourceDescription, _ names: [String]) -> String {
        guard names.contains(column) else { return "no such column" }
        return description.columns.first { $0.name == column }?.summary ?? ""
      }
      let (left, right) = (columns.onlyInFirst, columns.onlyInSecond)
      return left.contains(column) || right.contains(column)
        ? [summary(first, left), summary(second, right)] : []
    }
    guard first.columns.indices.contains(pair.first), second.columns.indices.contains(pair.second)
    else { return [] }
    return [first.columns[pair.first].summary, second.columns[pair.second].summary]
  }
}
