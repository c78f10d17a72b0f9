package import Sectional

extension QueryStatement {
  /// Returns the finding that a database can't evaluate a part of a query's predicate, or `nil` if it can.
  package static func unexpressedPart(
    of query: RowQuery, _ dialect: some StatementDialect
  ) -> RequestFinding? {
    let parts = (query.request.rows.predicate?.conjuncts ?? []).count {
      dialect.condition($0) == nil
    }
    guard parts > 0 else { return nil }
    return RequestFinding(
      .readAsAWhole,
      "SQL can't express \(parts == 1 ? "a part" : "\(parts) parts") of the predicate, so rows that "
        + "don't match are read too, and left out here",
      advice: "add a condition that the database can evaluate")
  }
}
