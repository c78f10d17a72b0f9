import Sectional

/// The rows that only one list has, and those in another order.
struct RowDifferences {
  private(set) var onlyInFirst: [RowKey] = []
  private(set) var onlyInSecond: [RowKey] = []
  private(set) var otherKeys: [ListComparison.KeyPair] = []
  private(set) var moves: [ListComparison.Move] = []
  private(set) var counts = ListComparison.Counts()
  /// Whether any row has another place among the rows that both lists have.
  private(set) var isReordered = false

  init(
    _ first: ComparedList, _ second: ComparedList, _ matches: MatchedRows, keeping limit: Int
  ) {
    var common: [Int] = []
    counts.underOtherKeys = matches.byMeaning.count
    for place in first.rows.indices {
      let other = Int(matches.other[place])
      if other < 0 {
        counts.onlyIn.first += 1
        if counts.onlyIn.first <= limit { onlyInFirst.append(first.key(place)) }
      } else if !matches.byMeaning.contains(place) {
        common.append(place)
      } else if otherKeys.count < limit {
        otherKeys.append(.init(first: first.key(place), second: second.key(other)))
      }
    }
    for place in second.rows.indices where matches.otherOfSecond[place] < 0 {
      counts.onlyIn.second += 1
      if counts.onlyIn.second <= limit { onlyInSecond.append(second.key(place)) }
    }
    let targets = common.map { Int(matches.other[$0]) }
    let kept = KeptOrder.positions(of: targets, at: common)
    isReordered = kept.count < common.count
    var next = 0
    for place in common.indices {
      if next < kept.count, kept[next] == place {
        next += 1
        continue
      }
      // A row can keep its position while others pass it.
      guard common[place] != targets[place] else { continue }
      counts.moved += 1
      guard counts.moved <= limit else { continue }
      moves.append(
        ListComparison.Move(
          name: first.key(common[place]).values, from: common[place], to: targets[place]))
    }
  }
}
