import Sectional
import SectionalTesting

/// Tables, a query over some of them with what is true of each, and writes, all by chance.
///
/// Each table has a key, a text, a number, and two columns that refer to rows of any tables.
struct RandomJoin {
  /// How an occurrence of a table gets into the query.
  private enum Way {
    /// By its key, to which a column of an earlier occurrence refers.
    case parent(of: Int, column: String, isOuter: Bool)
    /// By a column that refers to the first occurrence, whose rows are grouped.
    case child(column: String, isOuter: Bool)
  }

  private struct Occurrence {
    let table: Int
    let way: Way?
  }

  private let tables: Int
  private let occurrences: [Occurrence]
  /// A condition that a subquery is correlated by: the table, the column, and whether there must be none.
  private let existence: (table: Int, column: String, isNegated: Bool)?
  private let condition: String?
  private var random: SeededGenerator

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    tables = 2 + random.below(3)
    var occurrences = [Occurrence(table: random.below(tables), way: nil)]
    func reference() -> String { random.below(2) == 0 ? "r" : "s" }
    for place in 1...(1 + random.below(3)) {
      let table = random.below(tables)
      let isOuter = !random.happens(onceIn: 3)
      let isChild = random.happens(onceIn: 3)
      let parent = random.below(place)
      occurrences.append(
        Occurrence(
          table: table,
          way: isChild
            ? .child(column: reference(), isOuter: isOuter)
            : .parent(of: parent, column: reference(), isOuter: isOuter)))
    }
    self.occurrences = occurrences
    existence =
      random.happens(onceIn: 3)
      ? (random.below(tables), reference(), random.happens(onceIn: 2)) : nil
    let place = random.below(occurrences.count)
    condition =
      random.happens(onceIn: 2)
      ? "(o\(place).n > \(random.below(4)) OR o\(place).n IS NULL)" : nil
    self.random = random
  }

  /// The statements that create the tables.
  var schema: String {
    (0..<tables).map {
      "CREATE TABLE t\($0)(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, r INTEGER, s INTEGER);"
    }.joined(separator: "\n")
  }

  var tableNames: [String] { (0..<tables).map { "t\($0)" } }

  /// Whether rows of an occurrence can belong to several rows of the result, so that these are grouped.
  private var isGrouped: Bool {
    occurrences.contains { if case .child = $0.way { true } else { false } }
  }

  /// The occurrences that a row of the result has one row of.
  private var single: [Int] {
    occurrences.indices.filter { place in isSingle(place) }
  }

  private func isSingle(_ place: Int) -> Bool {
    switch occurrences[place].way {
    case nil: true
    case .child: false
    case .parent(let parent, _, _): isSingle(parent)
    }
  }

  /// The query.
  ///
  /// Its columns are those of single occurrences, and sums of others.
  var sql: String {
    let columns = single.flatMap { place in
      (place == 0 ? ["id", "a", "r", "s"] : ["a", "r", "s"]).map { "o\(place).\($0)" }
    }
    let listed = columns.map { "\($0) AS \($0.replacing(".", with: "_"))" }
    let sums = occurrences.indices.filter { !isSingle($0) }.flatMap {
      ["count(o\($0).id) AS o\($0)_count", "max(o\($0).a) AS o\($0)_max"]
    }
    let conditions = [condition, existenceCondition].compactMap(\.self)
    return """
      SELECT \((listed + sums).joined(separator: ", "))
      FROM t\(occurrences[0].table) o0
      \(joins.joined(separator: "\n"))
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      \(isGrouped ? "GROUP BY " + columns.joined(separator: ", ") : "")
      """
  }

  private var joins: [String] {
    occurrences.indices.dropFirst().map { place in
      let table = "t\(occurrences[place].table) o\(place)"
      return switch occurrences[place].way {
      case .parent(let other, let column, let isOuter):
        "\(isOuter ? "LEFT JOIN" : "JOIN") \(table) ON o\(place).id = o\(other).\(column)"
      case .child(let column, let isOuter):
        "\(isOuter ? "LEFT JOIN" : "JOIN") \(table) ON o\(place).\(column) = o0.id"
      case nil: ""
      }
    }
  }

  private var existenceCondition: String? {
    existence.map { existence in
      "\(existence.isNegated ? "NOT " : "")EXISTS (SELECT 1 FROM t\(existence.table) e WHERE e.\(existence.column) = o0.id AND e.n > 1)"
    }
  }

  /// What is true of each occurrence, by the rules of the page JoinsAndGroups; `nil` for one of which nothing is, because it is
  /// two steps away from the rows that are grouped.
  private var statements: [FollowedTable?] {
    var statements = occurrences.indices.map { place -> FollowedTable? in
      let table = "t\(occurrences[place].table)"
      return switch occurrences[place].way {
      case nil: FollowedTable(table, by: "id", in: "o0_id")
      case .child(let column, _): FollowedTable(table, by: column, in: "o0_id")
      case .parent(let other, let column, _):
        isSingle(other) ? FollowedTable(table, by: "id", in: "o\(other)_\(column)") : nil
      }
    }
    if let existence {
      statements.append(FollowedTable("t\(existence.table)", by: existence.column, in: "o0_id"))
    }
    return statements
  }

  /// Whether something is true of each occurrence of each table.
  var isFollowed: Bool { statements.allSatisfy { $0 != nil } }

  /// The request.
  ///
  /// A table of which nothing is true in one of its occurrences isn't named.
  var request: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      source: .query(StoreText(sql)), keyColumns: ["o0_id"],
      sortBy: [SortKey(.column("o0_a"))])
    var tables = occurrences.map { "t\($0.table)" }
    if let existence { tables.append("t\(existence.table)") }
    let unnamed = Set(zip(tables, statements).filter { $0.1 == nil }.map(\.0))
    request.follows = statements.compactMap(\.self).filter { !unnamed.contains($0.table) }
    return request
  }

  /// A table of which the request says something for several occurrences.
  var tableThatOccursTwice: String? {
    let named = request.follows.map(\.table)
    return named.first { name in named.count { $0 == name } > 1 }
  }

  /// The request without what it says of the last occurrence of a table.
  func request(forgetting table: String?) -> ResultsRequest<StoredRow> {
    var request = request
    if let place = request.follows.lastIndex(where: { $0.table == table }) {
      request.follows.remove(at: place)
    }
    return request
  }

  /// The statement whose rows the list must have, in its order; texts are ASCII.
  func oracle(on kind: String) -> String {
    let text = kind == "postgres" ? "o0_a COLLATE \"C\"" : "o0_a"
    return "SELECT * FROM (\(sql)) AS rows ORDER BY \(text) NULLS FIRST, o0_id"
  }

  /// Returns the statements of a random transaction.
  mutating func transaction() -> [String] {
    (0...random.below(3)).map { _ in statement() }
  }

  private mutating func statement() -> String {
    let table = "t\(random.below(tables))"
    let (id, other) = (random.below(7) + 1, random.below(7) + 1)
    func reference() -> String { random.happens(onceIn: 5) ? "NULL" : "\(random.below(7) + 1)" }
    let text = random.element(of: ["'x'", "'y'", "'z'", "NULL"]) ?? "NULL"
    switch random.below(8) {
    case 0: return "DELETE FROM \(table) WHERE id = \(id)"
    case 1: return "UPDATE \(table) SET r = \(reference()) WHERE id = \(id)"
    case 2: return "UPDATE \(table) SET a = \(text), n = \(other) WHERE s = \(id)"
    case 3:
      return """
        UPDATE \(table) SET id = \(other)
        WHERE id = \(id) AND NOT EXISTS (SELECT 1 FROM \(table) WHERE id = \(other))
        """
    default:
      return """
        INSERT INTO \(table) VALUES (\(id), \(text), \(random.below(5)), \(reference()), \(reference()))
        ON CONFLICT (id) DO UPDATE SET a = excluded.a, n = excluded.n, r = excluded.r, s = excluded.s
        """
    }
  }
}
