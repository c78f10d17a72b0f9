import SectionalTesting

/// Draws statements that write in every possible way, most of them to the table `item`.
struct RandomWrites {
  private var random: SeededGenerator
  private let table: WrittenTable

  init(_ table: WrittenTable, seed: UInt64) {
    self.table = table
    random = SeededGenerator(seed: seed)
  }

  mutating func happens(onceIn count: Int) -> Bool { random.happens(onceIn: count) }

  /// Draws one to four statements, some of which fail.
  mutating func statements() -> [String] { (0...random.below(4)).map { _ in statement() } }

  private mutating func code() -> String {
    let letter = random.element(of: ["a", "b", "A", "c", "ü"]) ?? "a"
    return "'\(letter)\(random.below(12))'"
  }

  private mutating func name() -> String { "'name \(random.below(30))'" }

  private mutating func team() -> String {
    random.element(of: ["'red'", "'blue'", "NULL", "'loud'", "'1'"]) ?? "NULL"
  }

  private mutating func parent() -> String {
    random.happens(onceIn: 2) ? "NULL" : "\(1 + random.below(4))"
  }

  private mutating func row() -> String {
    "(code, name, team, parent) VALUES (\(code()), \(name()), \(team()), \(parent()))"
  }

  private mutating func condition() -> String {
    switch random.below(4) {
    case 0: "code = \(code())"
    case 1: "team IS \(team())"
    case 2: "name > \(name())"
    default: "parent = \(parent())"
    }
  }

  private mutating func statement() -> String {
    let conflict = random.element(of: ["REPLACE", "IGNORE", "ABORT", "FAIL", "REPLACE"]) ?? "ABORT"
    switch random.below(25) {
    case 0...5: return "INSERT OR \(conflict) INTO item \(row())"
    case 6: return "REPLACE INTO item \(row())"
    case 7: return "UPDATE OR \(conflict) item SET code = \(code()) WHERE \(condition())"
    case 8: return "UPDATE OR \(conflict) item SET name = \(name()) WHERE \(condition())"
    case 9: return "UPDATE OR \(conflict) item SET team = \(team()) WHERE \(condition())"
    case 10: return "UPDATE item SET team = team WHERE \(condition())"
    case 11: return changedRowID(conflict)
    case 12: return "DELETE FROM item WHERE \(condition())"
    case 13: return random.happens(onceIn: 3) ? "DELETE FROM item" : "DELETE FROM item WHERE 0"
    case 14: return "INSERT OR IGNORE INTO parent VALUES (\(1 + random.below(4)), 'p')"
    case 15: return "DELETE FROM parent WHERE id = \(1 + random.below(4))"
    case 16: return "UPDATE OR IGNORE parent SET id = id % 4 + 1 WHERE id = \(1 + random.below(4))"
    case 17: return "INSERT INTO shown (code, name, team) VALUES (\(code()), \(name()), \(team()))"
    case 18: return "INSERT OR REPLACE INTO flag VALUES (\(random.below(3)), \(team()))"
    case 19: return "UPDATE flag SET value = \(team())"
    case 20: return "DELETE FROM flag WHERE id = \(random.below(12))"
    case 21...22:
      return "UPDATE OR REPLACE item SET team = \(team()) WHERE code = \(code())"
    case 23: return "UPDATE OR REPLACE item SET name = \(name()) WHERE code = \(code())"
    default: return inserted()
    }
  }

  private mutating func changedRowID(_ conflict: String) -> String {
    guard table.hasRowID else {
      return "UPDATE OR \(conflict) item SET code = code || 'x' WHERE \(condition())"
    }
    return "UPDATE OR \(conflict) item SET rowid = \(1 + random.below(40)) WHERE \(condition())"
  }

  /// Returns an insert that updates the row with the same code if the code is the key, and otherwise does nothing on
  /// conflict.
  private mutating func inserted() -> String {
    switch table {
    case .textKey, .withoutRowID, .computedWithoutRowID:
      return "INSERT INTO item \(row()) ON CONFLICT (code) DO UPDATE SET team = excluded.team"
    default: return "INSERT INTO item \(row()) ON CONFLICT DO NOTHING"
    }
  }
}
