import Sectional
import SectionalSQL

/// Finds out why two stores order the same rows differently.
///
/// Each row that must be moved to make the orders equal has a witness: a row that it passes. The first column by which the
/// stores order these two rows differently shows the cause.
struct OrderCauses {
  /// A column that decides an order.
  struct Term {
    let name: String
    /// The column's index in each list.
    let first: Int
    let second: Int
    /// What each store says of it.
    let descriptions: (first: ColumnDescription, second: ColumnDescription)
  }

  /// Two rows that the stores order differently, and the term that decides it.
  struct Conflict {
    let witness: Witness
    let term: Term
    let signs: (first: Int, second: Int)
    /// The values of the row and of the one that it passes.
    let row: ValuePair
    let passed: ValuePair
    /// Whether the term is descending.
    let isReversed: Bool
    /// Whether a key of either row is held differently.
    let isByMeaning: Bool
  }

  let first: ComparedList
  let second: ComparedList
  let matches: MatchedRows
  let orders: (first: RowOrder, second: RowOrder)
  let terms: [Term]

  /// The rows that stand elsewhere because the stores place the nulls of a term differently, in the list whose nulls come
  /// last: the fewest that move when these are put first, after those of the terms before it.
  func movedByNulls() -> [(place: Int, term: Int, isFirst: Bool)] {
    guard orders.first.nullsAreGreatest != orders.second.nullsAreGreatest else { return [] }
    let isFirst = orders.first.nullsAreGreatest
    let order = isFirst ? orders.first : orders.second
    let rows = (isFirst ? first : second).rows.indices
    var moved: [(place: Int, term: Int, isFirst: Bool)] = []
    var before = order.sorted(rows, aligning: 0)
    for term in 0..<order.count where order.ranks[term].contains(-1) {
      let after = order.sorted(rows, aligning: term + 1)
      var position = Array(repeating: 0, count: rows.count)
      for (place, row) in before.enumerated() { position[row] = place }
      let targets = after.map { position[$0] }
      let kept = Set(longestIncreasingSubsequence(of: targets))
      moved += after.indices.filter { !kept.contains($0) }.map { (after[$0], term, isFirst) }
      before = after
    }
    return moved.sorted { ($0.term, $0.place) < ($1.term, $1.place) }
  }

  /// The conflicts that remain with nulls in the same place, and the rows that no term explains.
  ///
  /// - Parameter isExhaustive: Whether to look beyond the fewest rows that move, at rows that stand next to each other in one
  ///   of the lists and the other way round in the other: one cause can hide another one.
  /// - Returns: The conflicts, and the rows without one.
  func conflicts(isExhaustive: Bool) -> (explained: [Conflict], unexplained: [Witness]) {
    let sorted = (
      orders.first.sorted(first.rows.indices), orders.second.sorted(second.rows.indices)
    )
    let witnesses =
      isExhaustive
      ? Witness.all(sorted.1, sorted.0, other: matches.otherOfSecond).map(\.exchanged)
        + Witness.neighbours(sorted.0, sorted.1, matches)
      : Witness.all(sorted.0, sorted.1, other: matches.other)
    var explained: [Conflict] = []
    var unexplained: [Witness] = []
    for witness in witnesses {
      if let conflict = conflict(of: witness) {
        explained.append(conflict)
      } else {
        unexplained.append(witness)
      }
    }
    return (explained, unexplained)
  }

  private func conflict(of witness: Witness) -> Conflict? {
    for (place, term) in terms.enumerated() {
      // From here on the stores order by different columns of the key.
      guard second.decidingTerms[place].column == term.second else { return nil }
      let signs = (
        orders.first.sign(place, witness.row.first, witness.passed.first),
        orders.second.sign(place, witness.row.second, witness.passed.second)
      )
      guard signs.0 != signs.1 else {
        if signs.0 == 0 { continue }
        return nil
      }
      func pair(_ places: (first: Int, second: Int)) -> ValuePair {
        ValuePair(
          first: first.value(places.first, term.first),
          second: second.value(places.second, term.second))
      }
      let isByMeaning =
        first.keyColumns.contains(term.name)
        && [witness.row.first, witness.passed.first].contains(where: matches.byMeaning.contains)
      return Conflict(
        witness: witness, term: term, signs: signs, row: pair(witness.row),
        passed: pair(witness.passed), isReversed: orders.first.isReversed[place],
        isByMeaning: isByMeaning)
    }
    return nil
  }
}

extension OrderCauses.Conflict {
  /// The causes that lie in the values themselves, in either row.
  var valueCauses: [DifferenceCause.Kind] {
    if isByMeaning { return [.keyType] }
    var kinds = row.causes
    for kind in passed.causes where !kinds.contains(kind) { kinds.append(kind) }
    return kinds
  }

  /// The values that show the conflict, in the first store's order.
  var values: DifferingValues {
    let pairs = witness.isBefore ? (row, passed) : (passed, row)
    return DifferingValues(
      position: witness.placesInFirst.before, column: term.name, first: pairs.0.first,
      second: pairs.1.first, isOrder: true)
  }

  /// Whether the store that is asked ignores case and the other one doesn't.
  var caseIgnorer: (first: Bool, second: Bool)? {
    let ignores = (term.descriptions.first.ignoresCase, term.descriptions.second.ignoresCase)
    return ignores.0 == ignores.1 ? nil : ignores
  }

  /// The texts of both rows in lower case as a store has them, or `nil` if they aren't texts.
  func lowercasedTexts(ofFirst isFirst: Bool) -> TextPair? {
    let values = isFirst ? (row.first, passed.first) : (row.second, passed.second)
    guard case (.text(let left), .text(let right)) = values else { return nil }
    return TextPair(first: left.lowercased(), second: right.lowercased())
  }

  /// Returns the cause that lies in how the stores compare the values, which are the same in both.
  ///
  /// - Parameter lowercased: How the store that heeds case orders the texts in lower case: -1, 0 or 1, in ascending order;
  ///   `nil` if it wasn't asked.
  /// - Returns: The cause.
  func comparisonCause(lowercased: Int?) -> DifferenceCause.Kind {
    let descriptions = term.descriptions
    let both = [descriptions.first, descriptions.second]
    if both.contains(where: { $0.kind == .enumeration }) { return .enumOrder }
    guard case (.text(let left), .text(let right)) = (row.first, passed.first),
      !both.contains(where: { $0.kind == .other && !$0.type.isEmpty })
    else { return .type }
    if signs.first == 0 || signs.second == 0 {
      let equalizer = signs.first == 0 ? descriptions.first : descriptions.second
      if equalizer.ignoresCase, left.lowercased() == right.lowercased() { return .letterCase }
      let pair = ValuePair(first: row.first, second: passed.first)
      if ValueRule.trailingBlanks.removed(from: pair).isEqual { return .trailingBlanks }
      return .determinism
    }
    if let caseIgnorer, let lowercased {
      let sign = caseIgnorer.first ? signs.first : signs.second
      if lowercased == sign { return .letterCase }
    }
    return .collation
  }
}
