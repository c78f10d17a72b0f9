import Sectional
import SectionalSQL

/// Asks a store how it orders values by itself.
struct OwnOrder<Store: DescribedStore> {
  let store: Store
  let description: SourceDescription
  let request: RowRequest

  /// The operators, which nobody else's can replace.
  private var operators: (equal: String, less: String) {
    description.catalog.isEmpty
      ? ("=", "<") : ("OPERATOR(\(description.catalog)=)", "OPERATOR(\(description.catalog)<)")
  }

  /// Returns the store's order of a list's rows.
  ///
  /// The store ranks the values of each column. It reads all rows that the request's SQL allows.
  func order(of list: ComparedList) async throws -> RowOrder {
    var terms: [OrderRule] = []
    for term in list.terms
    where list.columns.indices.contains(term.column)
      && !terms.contains(where: { $0.column == term.column })
    {
      terms.append(term)
    }
    let keys = list.keyColumns.isEmpty ? ["rowid"] : list.keyColumns
    let names = terms.map { QuotedIdentifier.quoted(list.columns[$0.column]) }
    let ranks = names.enumerated().map { place, name in
      "CASE WHEN \(name) IS NULL THEN -1 ELSE \(description.catalog)dense_rank() OVER (ORDER BY \(name)) END "
        + "AS sectional_rank_\(place)"
    }
    let columns = (keys.map(QuotedIdentifier.quoted) + ranks).joined(separator: ", ")
    var sql = "SELECT \(columns)\nFROM \(description.source.text)"
    var arguments = description.source.arguments
    if let filter = request.storePredicate {
      sql += "\nWHERE (\n\(filter.text)\n)"
      arguments += filter.arguments
    }
    let found = try await rows(sql, arguments, key: keys)
    var places: [RowKey: Int] = [:]
    places.reserveCapacity(list.rows.count)
    for place in list.rows.indices { places[RowKey(list.key(place).values)] = place }
    var result = terms.map { _ in [Int32](repeating: -1, count: list.rows.count) }
    for row in found {
      guard let place = places[RowKey(keys.map { row[$0] ?? .null })] else { continue }
      for term in terms.indices {
        if case .integer(let rank) = row.value(at: keys.count + term) {
          result[term][place] = Int32(clamping: rank)
        }
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

  private var integer: String {
    description.catalog.isEmpty ? "INTEGER" : "\(description.catalog)int8"
  }

  private func rows(
    _ sql: String, _ arguments: [StoredValue], key: [String]
  ) async throws -> [StoredRow] {
    let request = ResultsRequest<StoredRow>(sql: sql, arguments: arguments, key: key)
    return try await store.read { try await $0.fetch(request) }
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
