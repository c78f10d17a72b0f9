import Sectional

/// The columns of two lists, paired by name: by the name that the other store is said to have, by exact name, or by a name
/// that differs only in case.
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

  /// Pairs columns.
  ///
  /// - Parameters:
  ///   - first: The names in the first list.
  ///   - second: The names in the second list.
  ///   - renamed: The names of columns in the second list that are called differently there, by their names in the first.
  init(_ first: [String], _ second: [String], renamed: [String: String] = [:]) {
    let expected = first.map { name in
      renamed.first { Names.folded($0.key) == Names.folded(name) }?.value ?? name
    }
    var free = Set(second.indices)
    var unmatched: [Int] = []
    for (place, name) in expected.enumerated() {
      let other = second.indices.first { Names.bytes(second[$0]) == Names.bytes(name) }
      guard let other, free.remove(other) != nil else {
        unmatched.append(place)
        continue
      }
      pairs.append(Pair(name: first[place], first: place, second: other))
    }
    for place in unmatched {
      let name = Names.folded(expected[place])
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

  /// Returns the pairs without columns that nobody wants to compare, named as in the first list.
  func ignoring(_ names: Set<[UInt8]>) -> ColumnPairs {
    guard !names.isEmpty else { return self }
    var kept = self
    func isKept(_ name: String) -> Bool { !names.contains(Names.folded(name)) }
    kept.pairs = pairs.filter { isKept($0.name) }
    kept.onlyInFirst = onlyInFirst.filter(isKept)
    kept.onlyInSecond = onlyInSecond.filter(isKept)
    return kept
  }

  /// Returns whether a row has the same values in both lists in everything that decides its place.
  func haveSameOrder(
    _ places: (first: Int, second: Int), _ first: ComparedList, _ second: ComparedList
  ) -> Bool {
    guard first.section(ofRow: places.first) == second.section(ofRow: places.second) else {
      return false
    }
    return first.decidingTerms.allSatisfy { term in
      guard let other = pairs.first(where: { $0.first == term.column })?.second else {
        return false
      }
      return first.rows[places.first].value(at: term.column).byValue
        == second.rows[places.second].value(at: other).byValue
    }
  }

  /// Returns the first column of the first list's order at whose place the second list has another one; `nil` if both are
  /// ordered by the same columns.
  func firstOtherColumn(in first: ComparedList, _ second: ComparedList) -> Int? {
    zip(first.decidingTerms, second.decidingTerms).first { left, right in
      pairs.contains { $0.first == left.column && $0.second != right.column }
    }?.0.column
  }
}
