import Sectional
import SectionalSQL

extension ListAnalysis {
  /// Compares the lists in the stores' own orders.
  func native<First, Second>(
    _ left: ComparedSource<First>, _ right: ComparedSource<Second>,
    reading progress: () -> Void
  ) async throws -> OrderReport {
    let native = (
      try await left.nativeList(
        like: first, keyColumns: keys.first, negativeZeros: negativeZeros.first,
        descriptions.first),
      try await right.nativeList(
        like: second, keyColumns: keys.second, negativeZeros: negativeZeros.second,
        descriptions.second)
    )
    let lists = (native.0.list, native.1.list)
    progress()
    let matches = MatchedRows(lists.0, lists.1)
    let comparison = ListComparison(lists.0, lists.1, columns, matches, keeping: limit)
    var table = CauseTable(lists.0, lists.1, says: says)
    if !comparison.isEqual {
      ContentCauses(first: lists.0, second: lists.1, matches: matches, columns: columns)
        .add(to: &table)
      if let first = native.0.order, let second = native.1.order {
        let causes = OrderCauses(
          first: lists.0, second: lists.1, matches: matches, orders: (first, second),
          terms: terms(of: lists.0))
        try await add(causes, left, right, comparison, to: &table)
      }
      if table.isEmpty { table.add(.unexplained, column: nil, rows: 0, sections: 0) }
    }
    return OrderReport(
      order: .native, comparison: comparison, causes: table.causes, lists: lists,
      matches: matches, columns: columns, table: table)
  }

  /// The columns of the order that both lists have.
  private func terms(of list: ComparedList) -> [OrderCauses.Term] {
    list.decidingTerms.map(\.column).map { column in
      let pair = columns.pairs.first { $0.first == column }
      let unknown = ColumnDescription(name: list.columns[column], type: "", kind: .other)
      func described(_ description: SourceDescription?, _ place: Int?) -> ColumnDescription {
        guard let place, let columns = description?.columns, columns.indices.contains(place) else {
          return unknown
        }
        return columns[place]
      }
      return OrderCauses.Term(
        name: list.columns[column], first: column, second: pair?.second ?? column,
        descriptions: (
          described(descriptions.first, column), described(descriptions.second, pair?.second)
        ))
    }
  }

  private func add<First, Second>(
    _ causes: OrderCauses, _ left: ComparedSource<First>, _ right: ComparedSource<Second>,
    _ comparison: ListComparison, to table: inout CauseTable
  ) async throws {
    addNulls(causes, to: &table)
    let (conflicts, unexplained) = causes.conflicts(isExhaustive: false)
    try await add(conflicts, left, right, to: &table) { _, _ in true }
    // Causes that the fewest moves don't show.
    let known = table
    try await add(causes.conflicts(isExhaustive: true).explained, left, right, to: &table) {
      !known.has($0, column: $1)
    }
    for witness in unexplained {
      addUnexplained(witness, causes.first, causes.second, to: &table)
    }
    let again = comparison.sectionsComingAgain
    guard again.first != again.second else { return }
    let keys = Set(again.first).symmetricDifference(again.second)
    for (place, key) in causes.first.rows.indices.map({ ($0, causes.first.section(ofRow: $0)) })
    where key.map(keys.contains) == true {
      table.add(
        .sectionAgain, column: causes.first.sectionName, left: place, right: nil
      ) {
        DifferingValues(
          position: place, column: causes.first.sectionName ?? "", first: key, second: key)
      }
    }
  }

  private func add<First, Second>(
    _ conflicts: [OrderCauses.Conflict], _ left: ComparedSource<First>,
    _ right: ComparedSource<Second>, to table: inout CauseTable,
    where isWanted: (DifferenceCause.Kind, String) -> Bool
  ) async throws {
    let answers = try await LowercaseAnswers(
      conflicts, first: left, second: right, descriptions: descriptions)
    for conflict in conflicts {
      var kinds = conflict.valueCauses
      if kinds.isEmpty {
        kinds = [conflict.comparisonCause(lowercased: answers.sign(of: conflict))]
      }
      for kind in kinds where isWanted(kind, conflict.term.name) {
        table.add(
          kind, column: conflict.term.name, left: conflict.witness.row.first,
          right: conflict.witness.row.second
        ) { conflict.values }
      }
    }
  }

  private func addNulls(_ causes: OrderCauses, to table: inout CauseTable) {
    for (place, index, isFirst) in causes.movedByNulls() {
      let list = isFirst ? causes.first : causes.second
      let term = causes.terms[index]
      let other = Int((isFirst ? causes.matches.other : causes.matches.otherOfSecond)[place])
      table.add(
        .nullOrder, column: term.name, left: isFirst ? place : (other >= 0 ? other : nil),
        right: isFirst ? (other >= 0 ? other : nil) : place
      ) {
        let column = isFirst ? term.first : term.second
        let value = list.rows.indices.lazy.map { list.value($0, column) }.first { $0 != .null }
        return DifferingValues(
          position: isFirst || other < 0 ? place : other, column: term.name,
          first: isFirst ? value : .null,
          second: isFirst ? .null : value, isOrder: true)
      }
    }
  }
}
