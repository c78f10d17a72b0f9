import Sectional

/// How two sequences differ in what they have and in its order; a repeated element counts at its first occurrence.
struct OrderDifference<Element: Hashable> {
  let onlyInFirst: [Element]
  let onlyInSecond: [Element]
  /// The fewest elements whose moves make the orders equal.
  let moves: [(element: Element, from: Int, to: Int)]

  init(_ first: [Element], _ second: [Element]) {
    let places = Dictionary(
      second.enumerated().map { ($1, $0) }, uniquingKeysWith: { old, _ in old })
    let known = Set(first)
    var seen: Set<Element> = []
    var common: [(element: Element, from: Int, to: Int)] = []
    for (from, element) in first.enumerated() where seen.insert(element).inserted {
      if let to = places[element] { common.append((element, from, to)) }
    }
    var (left, right) = (Set<Element>(), Set<Element>())
    onlyInFirst = first.filter { places[$0] == nil && left.insert($0).inserted }
    onlyInSecond = second.filter { !known.contains($0) && right.insert($0).inserted }
    let kept = Set(KeptOrder.positions(of: common.map(\.to), at: common.map(\.from)))
    moves = common.enumerated().filter { !kept.contains($0.offset) }.map(\.element)
  }

  /// The moves that lead to another position.
  ///
  /// An element can keep its position while others pass it.
  var visibleMoves: [(element: Element, from: Int, to: Int)] { moves.filter { $0.from != $0.to } }
}
