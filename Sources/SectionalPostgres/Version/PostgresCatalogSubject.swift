import Sectional
import SectionalSQL

/// The tables, views, logs and functions that a transaction asks the catalogs about.
struct PostgresCatalogSubject: Hashable, Sendable {
  /// The object identifiers of the tables, the views, and the logs' tables.
  private let oids: [UInt32]
  private let names: [ExactName]
  private let functions: [UInt32]
  /// Whether the short question finds every fact.
  let isShort: Bool

  init(_ relations: [PostgresRelation], calling functions: [UInt32], isShort: Bool) {
    oids = Set(relations.map(\.oid) + relations.flatMap { $0.logTables.values }).sorted()
    names = relations.map { ExactName($0.text) }
    self.functions = functions
    self.isShort = isShort
  }

  private var question: PostgresCatalogQuestion { isShort ? .short : .long }

  private func statement(_ text: String, _ more: [String] = []) -> BatchedStatement {
    let arguments =
      [PostgresArray.numbers(oids)] + (isShort ? [] : [PostgresArray.numbers(functions)])
    return BatchedStatement(text: text, arguments: arguments + more, isKept: true)
  }

  /// The statement that asks for the facts.
  var facts: BatchedStatement { statement(question.facts) }

  /// Returns the statement that asks for the server's state, and fails if the facts are others than they were.
  func question(since seal: PostgresCatalogSeal) -> BatchedStatement {
    statement(question.unaltered, [seal.listing])
  }
}

/// What the catalogs said, and how a later transaction makes sure in one statement that they still say it.
///
/// The statement comes before those that read logs: an owner can replace a log's tables or policies by others that run
/// code as whoever reads them. A statement that fails makes the server skip the rest of a batch, before it parses or
/// plans anything in it. Catalog rows that were replaced have the number of a later transaction, so that only rights can
/// become again what they were.
struct PostgresCatalogSeal: Sendable {
  let listing: String
  /// What it means; the server's state is an earlier one.
  let context: PostgresReadContext
}
