package import Sectional

/// The statements that show whether what a request says of a followed table is true.
///
/// If it is, the rows of the list with a value in one column are the same as those of a list over a table that has only its rows
/// with that value in the other column. The statement replaces the table by a common table expression of the same name.
package struct FollowedTableCheck: Sendable {
  /// What the check finds for a value.
  package enum Answer: Sendable {
    case same, different
    /// The rows are the same whatever is in the table, so it may not have been replaced.
    case unclear
  }

  /// How the SQL reads the table.
  package struct Occurrences {
    /// How many statements the request has about the table.
    let count: Int
    /// Whether the SQL reads a view, in which no table is replaced.
    let readsViews: Bool

    package init(count: Int, readsViews: Bool) {
      (self.count, self.readsViews) = (count, readsViews)
    }
  }

  /// How many rows of the table and of the list give the values that are tried, besides NULL.
  private static let mostValues = 12

  private let followed: FollowedTable
  private let query: String
  /// The table with its schema, its name alone, and its column, all quoted.
  private let table: (text: String, name: String, column: String)
  private let resultColumn: String
  private let dialect: any StatementDialect
  /// What is compared of a row, and what is added to a value to read it.
  private let row: String
  private let conversion: String
  /// The operator that compares values that aren't null.
  private let equal: String

  /// Creates the statements, or the finding that it can't be checked.
  ///
  /// - Parameters:
  ///   - followed: What the request says of the table.
  ///   - request: The request.
  ///   - occurrences: How the SQL reads the table.
  ///   - table: The table with its schema, its name alone, and its column, all quoted.
  ///   - dialect: The dialect of the list's rows.
  ///   - row: What is compared of a row.
  ///   - conversion: What is added to a value to read it.
  ///   - equal: The operator that compares values that aren't null.
  /// - Returns: The statements, or why there are none.
  package static func make(
    of followed: FollowedTable, in request: RowRequest, _ occurrences: Occurrences,
    _ table: (text: String, name: String, column: String), _ dialect: some StatementDialect,
    row: String, conversion: String = "", equal: String
  ) -> Result<FollowedTableCheck, Unchecked> {
    guard case .query(let query) = request.rows.source, !occurrences.readsViews else {
      return .failure(
        Unchecked(
          followed, "the list reads a view, or has a condition; check one SELECT of the tables"))
    }
    let read = StatementTokens(query.text).reads(of: table.name)
    guard occurrences.count == 1, read <= 1 else {
      return .failure(
        Unchecked(
          followed, "it occurs several times, and needs a statement for each",
          isIncomplete: read > occurrences.count))
    }
    guard !names(table.text, in: query.text) else {
      return .failure(Unchecked(followed, "its name has a schema in the SQL"))
    }
    guard query.arguments.isEmpty, request.rows.storePredicate == nil else {
      return .failure(
        Unchecked(followed, "the SQL has arguments or another condition; check it without them"))
    }
    return .success(
      FollowedTableCheck(
        followed: followed, query: query.text, table: table,
        resultColumn: dialect.column(followed.resultColumn), dialect: dialect, row: row,
        conversion: conversion, equal: equal))
  }

  /// The statement whose rows have some values of the table and of the list.
  package var values: String {
    """
    SELECT * FROM (SELECT \(table.column)\(conversion) AS sectional_value FROM \(table.text) LIMIT \(FollowedTableCheck.mostValues)) AS one
    UNION SELECT * FROM (SELECT \(resultColumn)\(conversion) AS sectional_value FROM (
    \(query)
    ) AS sectional_rows LIMIT \(FollowedTableCheck.mostValues)) AS other
    """
  }

  /// Returns the statement that checks a value; its row has what ``answer(_:)`` takes.
  ///
  /// - Parameter value: The placeholder of the value, or `nil` for NULL.
  /// - Returns: The statement.
  package func statement(for value: String?) -> String {
    let all = rows(value, from: nil)
    let some = rows(value, from: condition(on: table.column, value))
    let none = rows(value, from: "1 \(dialect.ownOperator("<>")) 1")
    let differences = [(all, some), (some, all), (all, none), (none, all)].map { left, right in
      "EXISTS (SELECT * FROM (\(left)) AS one EXCEPT SELECT * FROM (\(right)) AS other)"
    }
    let counts = [all, some, none].map {
      "(SELECT \(dialect.ownFunction("count"))(*) FROM (\($0)) AS sectional_all)"
    }
    return "SELECT \((differences + counts).joined(separator: ",\n  "))"
  }

  /// Returns what the cells of the statement's row say: four that are true or false, and three numbers.
  package func answer(_ differs: [Bool], _ counts: [String?]) -> Answer {
    if differs[0] || differs[1] || counts[0] != counts[1] { return .different }
    return differs[2] || differs[3] || counts[0] != counts[2] ? .same : .unclear
  }

  /// Returns the finding of all answers, or `nil` if what the request says holds.
  package func finding(_ answers: [Answer]) -> RequestFinding? {
    if answers.contains(.different) {
      return RequestFinding(
        .wrongFollows,
        "the list would miss changes of \(quoted(followed.table)): its rows with a value in "
          + "\(quoted(followed.resultColumn)) don't come from just the rows of the table with that value",
        advice:
          "name another column, or leave the table out; all rows are then read after its changes")
    }
    guard answers.contains(.same) else {
      return Unchecked(followed, "no row of the list could be tried").finding
    }
    return nil
  }

  /// The finding that the SQL isn't valid if the table is replaced, because it names the table's rowid, key or index.
  package var unreplaceable: RequestFinding {
    Unchecked(followed, "the SQL needs the table's own key, rowid or index").finding
  }

  /// Returns whether some SQL names a table with its schema.
  private static func names(_ table: String, in sql: String) -> Bool {
    StatementTokens(sql).joined.contains(StatementTokens(table).joined)
  }

  private func condition(on column: String, _ value: String?) -> String {
    value.map { "\(column) \(equal) \($0)" } ?? "\(column) IS NULL"
  }

  private func rows(_ value: String?, from condition: String?) -> String {
    let shadow = condition.map {
      "WITH \(table.name) AS (SELECT * FROM \(table.text) WHERE \($0)) "
    }
    return
      "\(shadow ?? "")SELECT \(row) FROM (\n\(query)\n) AS sectional_rows WHERE \(self.condition(on: resultColumn, value))"
  }
}

extension FollowedTableCheck {
  /// Why it can't be checked whether what a request says of a table is true.
  package struct Unchecked: Error {
    private let table: String
    private let reason: String
    /// Whether the SQL seems to read the table more often than the request says.
    private let isIncomplete: Bool

    init(_ followed: FollowedTable, _ reason: String, isIncomplete: Bool = false) {
      (table, self.reason, self.isIncomplete) = (followed.table, reason, isIncomplete)
    }

    package var finding: RequestFinding {
      RequestFinding(
        .uncheckedFollows,
        "it can't be checked whether the list would miss changes of \(quoted(table)): \(reason)",
        advice: isIncomplete
          ? "name the table once for each of its occurrences in the SQL"
          : "compare what watch shows with what list prints")
    }
  }
}
