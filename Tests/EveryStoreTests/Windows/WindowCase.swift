import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A random list of items with a limit, and what it must show, computed in loops.
struct WindowCase: CustomStringConvertible {
  /// A way to order items by a column.
  struct Term: Hashable {
    var isTeam: Bool
    var isReversed: Bool
    var nullsLast: Bool
  }

  let terms: [Term]
  let isSectioned: Bool
  let excludedName: String?
  let offset: Int
  let limit: Int

  init(_ random: inout SeededGenerator) {
    var terms: [Term] = []
    for isTeam in [true, false] where random.happens(onceIn: 2) {
      let (isReversed, nullsLast) = (random.happens(onceIn: 2), random.happens(onceIn: 2))
      terms.append(Term(isTeam: isTeam, isReversed: isReversed, nullsLast: nullsLast))
    }
    if random.happens(onceIn: 2) { terms.reverse() }
    self.terms = terms
    isSectioned = random.happens(onceIn: 2)
    excludedName = random.happens(onceIn: 3) ? "n1" : nil
    offset = random.happens(onceIn: 2) ? 0 : random.below(60)
    limit = random.happens(onceIn: 6) ? 0 : 1 + random.below(30)
  }

  var description: String {
    "\(terms) sections \(isSectioned) without \(excludedName ?? "-") \(offset)+\(limit)"
  }

  var request: ResultsRequest<Item> {
    let excluded = excludedName ?? ""
    var request = ResultsRequest<Item>(
      predicate: excludedName == nil ? nil : #Predicate { $0.name != excluded },
      sortBy: terms.map { term in
        let order: SortOrder = term.isReversed ? .reverse : .forward
        let nulls: NullPlacement = term.nullsLast ? .last : .first
        return term.isTeam
          ? SortKey(\.team, order: order, nulls: nulls)
          : SortKey(\.name, order: order, nulls: nulls)
      })
    request.fetchOffset = offset
    request.fetchLimit = limit
    return request
  }

  var section: SectionKey<Item>? { isSectioned ? SectionKey(\.team) : nil }

  /// The terms with that of the sections in front.
  private var allTerms: [Term] {
    guard isSectioned, terms.first?.isTeam != true else { return terms }
    return [Term(isTeam: true, isReversed: false, nullsLast: false)] + terms
  }

  /// Returns all items that the list has without a window, in its order.
  func sorted(_ items: some Sequence<Item>) -> [Item] {
    items.filter { excludedName == nil || $0.name != excludedName }.sorted(by: precedes)
  }

  /// Returns the sections of the window, each as a name and the ids of its rows.
  func picture(_ items: some Sequence<Item>) -> [String] {
    let window = sorted(items).dropFirst(offset).prefix(limit == 0 ? .max : limit)
    guard isSectioned else { return [line("", window)] }
    var picture: [String] = []
    var rest = window
    while let first = rest.first {
      picture.append(line(first.team ?? "", rest.prefix { $0.team == first.team }))
      rest = rest.drop { $0.team == first.team }
    }
    return picture
  }

  private func line(_ name: String, _ items: some Sequence<Item>) -> String {
    ([name + ":"] + items.map { "\($0.id)" }).joined(separator: " ")
  }

  private func precedes(_ left: Item, _ right: Item) -> Bool {
    for term in allTerms {
      let (one, other) = term.isTeam ? (left.team, right.team) : (left.name, right.name)
      guard one != other else { continue }
      guard let one, let other else { return (one == nil) != term.nullsLast }
      return (Array(one.utf8).lexicographicallyPrecedes(Array(other.utf8))) != term.isReversed
    }
    return left.id < right.id
  }

  /// Returns the cells of an item that decide its place: the id, the name and the team.
  func order(_ cells: [OracleValue]) -> [OracleValue] {
    allTerms.map { cells[$0.isTeam ? 2 : 1] }
  }
}
