import Sectional

/// An order of rows that a store has made, as ranks that can be compared without asking again.
struct RowOrder {
  /// For each term of the order, the rank of each row's value in the store's own order; equal values have equal ranks, and
  /// -1 is null.
  let ranks: [[Int32]]
  /// Whether the terms are descending.
  let isReversed: [Bool]
  /// Whether the store's own order has nulls behind all values when it ascends.
  let nullsAreGreatest: Bool

  /// The number of terms.
  var count: Int { ranks.count }

  /// Returns how the store orders two rows by one term, with nulls where Sectional has them: -1, 0 or 1.
  func sign(_ term: Int, _ left: Int, _ right: Int) -> Int {
    sign(term, left, right, isAligned: true)
  }

  private func sign(_ term: Int, _ left: Int, _ right: Int, isAligned: Bool) -> Int {
    let (first, second) = (ranks[term][left], ranks[term][right])
    if first == second { return 0 }
    var isBefore = first < second
    if !isAligned, nullsAreGreatest, first < 0 || second < 0 { isBefore.toggle() }
    return isBefore != isReversed[term] ? -1 : 1
  }

  /// Returns the rows in the store's order, but with the nulls of the first terms where Sectional has them; rows that the
  /// order doesn't tell apart stay as they were.
  func sorted(_ rows: Range<Int>, aligning aligned: Int = .max) -> [Int] {
    rows.sorted { left, right in
      for term in 0..<count {
        let sign = sign(term, left, right, isAligned: term < aligned)
        if sign != 0 { return sign < 0 }
      }
      return left < right
    }
  }
}

/// A row that stands elsewhere in another order, with a row that it has passed.
struct Witness {
  /// The row's place in each list.
  let row: (first: Int, second: Int)
  /// The other row's place in each list.
  let passed: (first: Int, second: Int)
  /// Whether the first list has the row before the other one.
  let isBefore: Bool

  /// The places of both rows in the first list, in its order.
  var placesInFirst: (before: Int, after: Int) {
    isBefore ? (row.first, passed.first) : (passed.first, row.first)
  }
}

extension Witness {
  /// Returns for each row that must be moved to make two orders equal a row that it passes.
  ///
  /// - Parameters:
  ///   - first: The rows of the first list, in its order.
  ///   - second: The rows of the second list, in its order.
  ///   - other: The place in the second list of each row of the first; -1 if there is none.
  /// - Returns: The witnesses, in the order of the first list. The moved rows are the fewest.
  static func all(_ first: [Int], _ second: [Int], other: [Int32]) -> [Witness] {
    var position = Array(repeating: -1, count: second.count)
    for (place, row) in second.enumerated() { position[row] = place }
    let common = first.filter { other[$0] >= 0 }
    let targets = common.map { position[Int(other[$0])] }
    // The same ones as those that are said to be moved.
    let places = first.indices.filter { other[first[$0]] >= 0 }
    let kept = KeptOrder.positions(of: targets, at: places)
    let keptTargets = kept.map { targets[$0] }
    var witnesses: [Witness] = []
    var before = 0
    for (place, row) in common.enumerated() {
      if before < kept.count, kept[before] == place {
        before += 1
        continue
      }
      // The kept rows before it in the second list; the number differs, or the row could be kept too.
      let beforeInSecond = keptTargets.partitioningIndex { $0 > targets[place] }
      let isBefore = beforeInSecond > before
      guard isBefore || beforeInSecond < before else { continue }
      let passed = common[kept[isBefore ? before : before - 1]]
      witnesses.append(
        Witness(
          row: (row, Int(other[row])), passed: (passed, Int(other[passed])), isBefore: isBefore))
    }
    return witnesses
  }
}

extension Witness {
  /// The same rows, with the lists exchanged.
  var exchanged: Witness {
    Witness(
      row: (row.second, row.first), passed: (passed.second, passed.first), isBefore: !isBefore)
  }

  /// Returns the rows that stand next to each other in one order and the other way round in the other.
  static func neighbours(_ first: [Int], _ second: [Int], _ matches: MatchedRows) -> [Witness] {
    func positions(_ rows: [Int]) -> [Int] {
      var positions = Array(repeating: 0, count: rows.count)
      for (place, row) in rows.enumerated() { positions[row] = place }
      return positions
    }
    let (inFirst, inSecond) = (positions(first), positions(second))
    var witnesses: [Witness] = []
    let left = first.filter { matches.other[$0] >= 0 }
    for (row, next) in zip(left, left.dropFirst()) {
      let (other, otherNext) = (Int(matches.other[row]), Int(matches.other[next]))
      guard inSecond[other] > inSecond[otherNext] else { continue }
      witnesses.append(Witness(row: (row, other), passed: (next, otherNext), isBefore: true))
    }
    let right = second.filter { matches.otherOfSecond[$0] >= 0 }
    for (row, next) in zip(right, right.dropFirst()) {
      let (other, otherNext) = (Int(matches.otherOfSecond[row]), Int(matches.otherOfSecond[next]))
      guard inFirst[other] > inFirst[otherNext] else { continue }
      witnesses.append(Witness(row: (other, row), passed: (otherNext, next), isBefore: false))
    }
    return witnesses
  }
}

extension Array {
  /// The first index whose element meets a condition that all later elements meet as well.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
