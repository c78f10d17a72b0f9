import Sectional
import SectionalSQL

/// What an index can find rows by.
struct IndexTerm {
  /// The term as SQL.
  let sql: String
  /// What an index with it is called after.
  let words: [String]

  /// The values of a column.
  static func column(_ name: String) -> IndexTerm {
    IndexTerm(sql: QuotedIdentifier.quoted(name), words: [name])
  }

  /// The texts of a column without the case of A–Z, as LIKE compares them.
  static func withoutCase(_ name: String) -> IndexTerm {
    IndexTerm(sql: "\(QuotedIdentifier.quoted(name)) COLLATE NOCASE", words: [name, "nocase"])
  }

  /// What a function returns.
  static func call(_ text: String) -> IndexTerm {
    let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    return IndexTerm(sql: text, words: words.prefix(3).map(String.init))
  }
}

extension SQLiteRows {
  /// The most columns, and the most calls, that are tried.
  private static let mostTried = 16

  /// Returns what an index may find the rows by that meet the conditions.
  func conditionTerms(of table: String) throws(StoreError) -> [IndexTerm] {
    let columns = try conditionColumns(of: table)
    let comparesTexts = conditions.contains { $0.lowercased().contains("like") }
    let calls = conditions.flatMap(FunctionCalls.texts)
    return columns.map(IndexTerm.column) + (comparesTexts ? columns : []).map(IndexTerm.withoutCase)
      + calls.prefix(SQLiteRows.mostTried).map(IndexTerm.call)
  }

  /// Returns the columns whose names occur in the conditions.
  func conditionColumns(of table: String) throws(StoreError) -> [String] {
    let text = conditions.joined(separator: "\n").lowercased()
    return try handle.table(named: table).columns.map(\.name).filter {
      text.contains($0.lowercased())
    }.prefix(SQLiteRows.mostTried).map(\.self)
  }

  /// The conditions, as SQL.
  var conditions: [String] {
    let parts = query.request.rows.predicate?.conjuncts ?? []
    return [query.request.rows.storePredicate?.text].compactMap(\.self)
      + parts.compactMap { resolved.dialect.condition($0)?.text }
  }
}
