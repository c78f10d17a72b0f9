import SectionalSQLite

/// Five changes of one row that restore the table: new contents, a new name, a new team, a delete and an insert.
struct ItemCycle {
  private let rows: Int
  private var generator = Generator(seed: 5)
  private var item: Item
  private var step = 0

  /// The number of changes in a cycle.
  static let length = 5

  init(rows: Int) {
    self.rows = rows
    item = Item(random: 1, among: rows)
  }

  /// Returns the next change; each cycle starts with another row.
  mutating func next() -> @Sendable (SQLiteTransaction) throws -> Void {
    defer { step = (step + 1) % ItemCycle.length }
    switch step {
    case 0:
      item = Item(random: Int64(generator.below(rows) + 1), among: rows)
      item.score += 1
      item.rank += 1
    case 1: item.name = Item.randomName(&generator)
    case 2: item.team = "\(Item.randomTeam(among: rows, &generator)) moved"
    case 3: return { [item] db in try db.delete(item) }
    default:
      return { [original = Item(random: item.id, among: rows)] db in try db.insert(original) }
    }
    return { [item] db in try db.update(item) }
  }
}
