import Sectional
import SectionalSQL

/// What a connection remembers about a database from one transaction to the next, to avoid queries.
///
/// State: belongs to the connection's actor. Nothing in it is trusted until a transaction has confirmed that it still
/// holds.
struct PostgresCatalogCache {
  /// Something known about a table, with the table's stamp at the time.
  private struct Known<Value> {
    let stamp: String
    let value: Value
  }

  /// A table or view as the last transaction saw it.
  private struct Seen {
    let stamp: String
    let isPlain: Bool
  }

  /// A question about a table's log for a request, or for any.
  private struct QuestionName: Hashable {
    let request: Int?
    let table: ExactName?
    /// Whether it is asked in transactions in which a user's settings hold.
    let switches: Bool
  }

  /// The number of questions and statements that are remembered; beyond it, all of them are forgotten.
  private static let most = 1000
  /// The number of lists whose rows are read with the question about the log, which takes a prepared statement each.
  private static let mostNamedRows = 32
  /// The number of seals that are remembered, whose texts are long.
  private static let mostSeals = 64

  /// The tables and views, by the names that were requested.
  private var relations: [ExactName: PostgresRelation] = [:]
  /// Those that are watched, by their quoted names; a list may mean another one by the same text.
  private var quotedRelations: [ExactName: PostgresRelation] = [:]
  private var seen: [ExactName: Seen] = [:]
  private var sources: [ExactName: Known<PostgresSource>] = [:]
  private var logs: [ExactName: Known<TableLogState>] = [:]
  private var questions: [QuestionName: LogQuestion] = [:]
  private var seals: [PostgresCatalogSubject: PostgresCatalogSeal] = [:]
  private var keyedStatements:
    [QuestionName: (statement: Known<QueryStatement>, columns: RowColumns)] =
      [:]
  private var namedRows: [Int: (question: NamedRowsQuestion, use: Int)] = [:]
  /// The number of times that one of these was kept or asked.
  private var namedRowsUses = 0
  private let dependences: DependenceMemory
  /// The state of the server in which the newest snapshot was first seen.
  private var first: PostgresServerState?

  /// Creates a memory that shares with other connections what is known of statements.
  init(sharing dependences: DependenceMemory) { self.dependences = dependences }

  /// Whether nothing is remembered about catalogs, names, statements and logs.
  var isEmpty: Bool {
    seals.isEmpty && relations.isEmpty && quotedRelations.isEmpty && dependences.isEmpty
      && questions.isEmpty
  }

  /// Forgets what is known about tables and statements.
  mutating func forgetAll() {
    dependences.forgetAll()
    forgetCatalogs()
  }

  /// Forgets what is known about tables, but not what statements depend on: other connections know it too, and each use
  /// verifies it.
  mutating func forgetCatalogs() {
    let first = first
    self = PostgresCatalogCache(sharing: dependences)
    self.first = first
  }

  /// Returns what the catalogs last said.
  func seal(of subject: PostgresCatalogSubject) -> PostgresCatalogSeal? { seals[subject] }

  mutating func keep(_ seal: PostgresCatalogSeal, of subject: PostgresCatalogSubject) {
    if seals.count >= PostgresCatalogCache.mostSeals { seals = [:] }
    seals[subject] = seal
  }

  /// Returns the relation that a name was found to refer to.
  func relation(named name: String) -> PostgresRelation? { relations[ExactName(name)] }

  mutating func keep(_ relation: PostgresRelation, named name: String) {
    relations[ExactName(name)] = relation
  }

  /// Returns the relation that has a quoted name.
  func relation(quoted name: String) -> PostgresRelation? { quotedRelations[ExactName(name)] }

  mutating func keep(_ relation: PostgresRelation, quoted name: String) {
    quotedRelations[ExactName(name)] = relation
  }

  /// Returns whether a table or view has the same stamp as last time, and remembers how it is now.
  mutating func isStill(
    _ relation: PostgresRelation, _ table: PostgresReadContext.Table
  ) -> Bool {
    let name = ExactName(relation.text)
    let before = seen[name]
    seen[name] = Seen(stamp: table.stamp, isPlain: table.isPlain)
    return before.map { $0.stamp == table.stamp } ?? true
  }

  /// Returns whether the short question may find every fact about a table, because no transaction has found otherwise.
  func mayBePlain(_ relation: PostgresRelation) -> Bool {
    seen[ExactName(relation.text)]?.isPlain ?? (relation.kind != .partitionedTable)
  }

  /// Returns a context with the amount that had been written when its snapshot was first seen: later writes, such as
  /// the cleanup that reading itself causes, aren't part of what the snapshot shows, and the server flushes them when
  /// it chooses.
  mutating func dated(_ context: PostgresReadContext) -> PostgresReadContext {
    let dated = first.map { context.server.dated($0) } ?? context.server
    first = dated
    return context.with(dated)
  }

  /// Returns whether a version has the newest snapshot, and was created when this connection first saw it.
  func hasMade(_ version: PostgresStoreVersion) -> Bool {
    guard let first else { return false }
    return PostgresSnapshot(first.snapshot) == version.snapshot && first.written == version.written
  }

  /// Returns the description of a table or view that was found when it had the given stamp.
  func source(of table: String, stamp: String) -> PostgresSource? {
    sources[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  /// Returns whether a table or view was described, whatever its stamp was.
  func knowsSource(of table: String) -> Bool { sources[ExactName(table)] != nil }

  mutating func keep(_ source: PostgresSource, of table: String, stamp: String) {
    sources[ExactName(table)] = Known(stamp: stamp, value: source)
  }

  /// Returns how a table's changes were found to be logged when it had the given stamp.
  func log(of table: String, stamp: String) -> TableLogState? {
    logs[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ log: TableLogState, of table: String, stamp: String) {
    logs[ExactName(table)] = Known(stamp: stamp, value: log)
  }

  /// Returns the last question about a table's log for a request, or for none.
  func logQuestion(
    for request: RowRequest?, of table: PostgresRelation, printing switches: Bool
  ) -> LogQuestion? {
    questions[
      QuestionName(
        request: request?.number, table: ExactName(table.text), switches: switches)]
  }

  mutating func keep(
    _ question: LogQuestion, for request: RowRequest?, of table: PostgresRelation,
    printing switches: Bool
  ) {
    if questions.count >= PostgresCatalogCache.most { questions = [:] }
    let name = QuestionName(
      request: request?.number, table: ExactName(table.text), switches: switches)
    questions[name] = question
  }

  /// Returns the statement that reads a query's rows by key, for some keys, if the table has the same stamp.
  func keyedStatement(
    for query: RowQuery, printing switches: Bool, stamp: String
  ) -> QueryStatement? {
    let name = QuestionName(request: query.request.number, table: nil, switches: switches)
    guard let known = keyedStatements[name], known.columns == query.layout.columns,
      known.statement.stamp == stamp
    else { return nil }
    return known.statement.value
  }

  mutating func keep(
    _ statement: QueryStatement, for query: RowQuery, printing switches: Bool, stamp: String
  ) {
    if keyedStatements.count >= PostgresCatalogCache.most { keyedStatements = [:] }
    let name = QuestionName(request: query.request.number, table: nil, switches: switches)
    keyedStatements[name] = (Known(stamp: stamp, value: statement), query.layout.columns)
  }

  /// Returns how rows that a log names were last read for a list, if the table and the log have the same stamp.
  func namedRowsQuestion(for request: RowRequest, stamp: String) -> NamedRowsQuestion? {
    namedRows[request.number].flatMap { $0.question.stamp == stamp ? $0.question : nil }
  }

  /// Remembers how rows that a log names are read for a list, and forgets it for the list that hasn't asked for the longest time
  /// if there are too many.
  mutating func keep(_ question: NamedRowsQuestion, for request: RowRequest) {
    namedRowsUses += 1
    namedRows[request.number] = (question, namedRowsUses)
    guard namedRows.count > PostgresCatalogCache.mostNamedRows,
      let oldest = namedRows.min(by: { $0.value.use < $1.value.use })
    else { return }
    namedRows[oldest.key] = nil
  }

  /// Notes that the rows that a log names were asked for with the log.
  mutating func noteNamedRowsUse(by request: RowRequest) {
    namedRowsUses += 1
    namedRows[request.number]?.use = namedRowsUses
  }

  /// The users' functions that the statements of the store's lists call.
  var functions: [UInt32] { dependences.functions }

  /// Returns what a statement was last found to depend on.
  func dependence(of text: StatementText) -> PostgresDependence? { dependences[text] }

  func keep(_ dependence: PostgresDependence, of text: StatementText) {
    dependences.keep(dependence, of: text)
  }
}

/// What the connections of a store remember of statements, because finding it out writes to the server's log.
final class DependenceMemory: Sendable {
  private static let most = 1000
  // State: guarded by its lock.
  private let known = Locked<[StatementText: PostgresDependence]>([:])
  // State: guarded by its lock. It isn't forgotten: between two checks of the server, a function must not be replaced while
  // no statement is known to call it.
  private let called = Locked<Set<UInt32>>([])

  var isEmpty: Bool { known.withLock { $0.isEmpty } }

  /// The users' functions that statements were found to call so far.
  var functions: [UInt32] { called.withLock { $0 }.sorted() }

  subscript(text: StatementText) -> PostgresDependence? { known.withLock { $0[text] } }

  func forgetAll() { known.withLock { $0 = [:] } }

  func keep(_ dependence: PostgresDependence, of text: StatementText) {
    called.withLock { $0.formUnion(dependence.functions) }
    known.withLock { known in
      if known.count >= DependenceMemory.most { known = [:] }
      known[text] = dependence
    }
  }
}
