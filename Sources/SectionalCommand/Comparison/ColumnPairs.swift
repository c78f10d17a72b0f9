import Sectional

/// The columns of two lists, paired by name: by exact name if possible, otherwise by a name that differs only in case.
struct ColumnPairs {
  /// A column that both lists have, with its index in each.
  struct Pair {
    let name: String
    let first: Int
    let second: Int
  }

  private(set) var pairs: [Pair] = []
  private(set) var onlyInFirst: [String] = []
  private(set) var onlyInSecond: [String] = []

  init(_ first: [String], _ second: [String]) {
    var free = Set(second.indices)
    var unmatched: [Int] = []
    for (place, name) in first.enumerated() {
      let other = second.indices.first { Names.bytes(second[$0]) == Names.bytes(name) }
      guard let other, free.remove(other) != nil else {
        unmatched.append(place)
        continue
      }
      pairs.append(Pair(name: name, first: place, second: other))
    }
    for place in unmatched {
      let name = Names.folded(first[place])
      let other = second.indices.first { free.contains($0) && Names.folded(second[$0]) == name }
      guard let other else {
        onlyInFirst.append(first[place])
        continue
      }
      free.remove(other)
      pairs.append(Pair(name: first[place], first: place, second: other))
    }
    pairs.sort { $0.first < $1.first }
    onlyInSecond = second.indices.filter(free.contains).map { second[$0] }
  }
}
