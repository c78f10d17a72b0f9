import SectionalSQLite

/// Changes of many rows: the contents of six in ten, the names of three, the team of one.
struct ItemChanges: Sendable {
  private enum Change {
    case contents(score: Double, rank: Int64)
    case name(String)
    case team(String)
  }

  /// The identifiers of the rows, in the order in which they are written.
  let identifiers: [Int64]
  private let changes: [Change]

  init(_ count: Int, among rows: Int, _ generator: inout Generator) {
    identifiers = generator.distinct(count, upTo: rows)
    var changes: [Change] = []
    for place in identifiers.indices {
      switch place % 10 {
      case ..<6:
        // A fraction that no score starts with.
        let score = Double(generator.below(1_000_000_000)) + 0.3
        changes.append(.contents(score: score, rank: Int64(generator.below(1_000_000))))
      case ..<9: changes.append(.name(Item.randomName(&generator)))
      default: changes.append(.team("\(Item.randomTeam(among: rows, &generator)) moved"))
      }
    }
    self.changes = changes
  }

  /// Writes all changes.
  func write(to db: SQLiteTransaction) throws {
    for (id, change) in zip(identifiers, changes) {
      switch change {
      case .contents(let score, let rank):
        try db.execute("UPDATE item SET score = ?, rank = ? WHERE id = ?", [score, rank, id])
      case .name(let name): try db.execute("UPDATE item SET name = ? WHERE id = ?", [name, id])
      case .team(let team): try db.execute("UPDATE item SET team = ? WHERE id = ?", [team, id])
      }
    }
  }
}
