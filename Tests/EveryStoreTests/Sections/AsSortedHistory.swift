import SectionalTesting
import TestSupport

/// A random history of a table whose records are in teams that move as a whole.
///
/// Occasionally a record is in the wrong place.
struct AsSortedHistory {
  private var random: SeededGenerator
  private(set) var visits: [Int64: Visit] = [:]
  private var teams = ["a", "b", "c", "d", "e"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The sections in order, with the identities of their records, or `nil` if a section is split.
  var picture: [String]? {
    let rows = visits.values.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
    var sections: [(team: String, ids: [Int64])] = []
    for row in rows {
      let team = row.team ?? ""
      if sections.last?.team == team {
        sections[sections.count - 1].ids.append(row.id)
      } else {
        if sections.contains(where: { $0.team == team }) { return nil }
        sections.append((team, [row.id]))
      }
    }
    return sections.map { "\($0.team): \($0.ids.map(String.init).joined(separator: " "))" }
  }

  /// Returns a transaction.
  ///
  /// - Returns: The records to write and those to delete.
  mutating func step() -> (written: [Visit], deleted: [Visit]) {
    let before = visits
    let isTorn = picture == nil
    if isTorn || random.happens(onceIn: 4) { shuffle() }
    for _ in 0...random.below(6) { change() }
    if isTorn || !random.happens(onceIn: 10) { settle() }
    let written = visits.values.filter { before[$0.id] != $0 }
    return (written.sorted { $0.id < $1.id }, before.values.filter { visits[$0.id] == nil })
  }

  private mutating func shuffle() {
    for _ in 0...random.below(3) { teams.swapAt(random.below(5), random.below(5)) }
  }

  private mutating func change() {
    let id = Int64(random.below(24))
    guard !random.happens(onceIn: 4) else {
      visits[id] = nil
      return
    }
    visits[id] = Visit(
      id: id, name: "\(random.below(3))", team: random.element(of: teams),
      level: random.below(60))
  }

  /// Moves every record to its team.
  private mutating func settle() {
    for (id, visit) in visits {
      let place = teams.firstIndex(of: visit.team ?? "") ?? 0
      visits[id]?.level = place * 10 + visit.level % 10
    }
  }
}
