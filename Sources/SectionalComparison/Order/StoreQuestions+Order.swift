import Sectional
import SectionalSQL

extension StoreQuestions {
  /// Returns the store's own order of a list's rows.
  ///
  /// The store ranks the values of each column. It reads all rows that the request's SQL allows.
  func order(of list: ComparedList) async throws -> RowOrder {
    let terms = list.decidingTerms
    let ranks = terms.map { term in
      let name = QuotedIdentifier.quoted(list.columns[term.column])
      return
        "CASE WHEN \(name) IS NULL THEN -1 ELSE \(description.catalog)dense_rank() OVER (ORDER BY \(name)) END"
    }
    var places: [RowKey: Int] = [:]
    places.reserveCapacity(list.rows.count)
    for place in list.rows.indices { places[RowKey(list.key(place).values)] = place }
    var result = terms.map { _ in [Int32](repeating: -1, count: list.rows.count) }
    for (key, values) in try await answers(ranks, about: list) {
      guard let place = places[key] else { continue }
      for (term, value) in values.enumerated() {
        if case .integer(let rank) = value { result[term][place] = Int32(clamping: rank) }
      }
    }
    return RowOrder(
      ranks: result, isReversed: terms.map(\.isReversed),
      nullsAreGreatest: description.nullsAreGreatest)
  }

  /// Returns how the store orders pairs of texts by a column's collation: -1, 0 or 1; `nil` if it can't compare them.
  func signs(of pairs: [TextPair], by column: ColumnDescription) async throws -> [Int]? {
    guard let collation = column.collationSQL else { return nil }
    let text = "CAST(? AS \(description.catalog)text)"
    var signs = [Int](repeating: 0, count: pairs.count)
    // A statement can have some thousand placeholders.
    for start in stride(from: 0, to: pairs.count, by: 1000) {
      let part = pairs[start..<min(start + 1000, pairs.count)]
      let values = part.map { _ in "(CAST(? AS \(integer)), \(text), \(text))" }
      let sql = """
        WITH pairs(n, a, b) AS (VALUES \(values.joined(separator: ", ")))
        SELECT n, CASE WHEN a \(operators.equal) b COLLATE \(collation) THEN 0
          WHEN a \(operators.less) b COLLATE \(collation) THEN -1 ELSE 1 END AS sign FROM pairs
        """
      var arguments: [StoredValue] = []
      for (place, pair) in zip(part.indices, part) {
        arguments += [.integer(Int64(place)), .text(pair.first), .text(pair.second)]
      }
      for row in try await rows(sql, arguments, key: ["n"]) {
        if case .integer(let place) = row.value(at: 0), case .integer(let sign) = row.value(at: 1) {
          signs[Int(place)] = Int(sign)
        }
      }
    }
    return signs
  }

  /// The operators, which nobody else's can replace.
  private var operators: (equal: String, less: String) {
    description.catalog.isEmpty
      ? ("=", "<") : ("OPERATOR(\(description.catalog)=)", "OPERATOR(\(description.catalog)<)")
  }

  private var integer: String {
    description.catalog.isEmpty ? "INTEGER" : "\(description.catalog)int8"
  }
}

/// Two texts whose order is asked for.
struct TextPair: Hashable {
  let first: String
  let second: String

  static func == (left: TextPair, right: TextPair) -> Bool {
    left.first.utf8.elementsEqual(right.first.utf8)
      && left.second.utf8.elementsEqual(right.second.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(Array(first.utf8))
    hasher.combine(Array(second.utf8))
  }
}
