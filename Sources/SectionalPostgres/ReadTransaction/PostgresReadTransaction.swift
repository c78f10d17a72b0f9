import Sectional
import SectionalSQL

/// A transaction: what it was prepared for, and what it has found out.
///
/// A value that begins empty with each transaction and is gone with it, so that no transaction depends on what an
/// earlier one left behind.
struct PostgresReadTransaction: Sendable {
  /// What is going to be read, in the order of the preparation.
  var requests: [RowRequest] = []
  /// The users' functions whose stamps are wanted besides those of the dependences.
  var watchedFunctions: [UInt32] = []
  /// Whether it only matters which tables changed, and not which rows.
  var isWatching = false
  /// What a transaction has done in which a user's statements run; `nil` in others.
  var writing: Writing?
  /// Whether it couldn't begin because another transaction holds a lock.
  var lacksLock = false
  /// The version from which the next question about changes is expected to start.
  var cursor: PostgresStoreVersion?
  /// The partitioned tables whose partitions aren't locked until they are read.
  var looselyLocked: Set<ExactName> = []
  /// What the transaction sees; `nil` if it wasn't prepared for reading.
  var context: PostgresReadContext?
  /// The tables and views that will be read, by the names that were requested and by their own.
  var relations: [ExactName: PostgresRelation] = [:]
  /// The descriptions of what requests read from.
  var sources: [RowSource: PostgresSource] = [:]
  /// What the rows of statements and of conditions depend on.
  var dependences: [StatementText: PostgresDependence] = [:]
  /// What the tables' change logs were asked and have answered.
  var logs = ReadLogs()

  /// What a user's statements have done.
  struct Writing: Sendable {
    /// Whether one did something else than to read or write rows.
    var ranOtherStatements = false
    /// The settings for printing that the transaction has at the moment.
    var settings: [String]?
  }

  /// Whether a user's statements run in it.
  var isWriting: Bool { writing != nil }

  /// Returns the table or view with a quoted name.
  func relation(_ text: String) -> PostgresRelation? { relations[ExactName(text)] }

  /// Adds a table or view under the name that was requested.
  mutating func add(_ relation: PostgresRelation, named name: String) {
    relations[ExactName(name)] = relation
    relations[ExactName(relation.text)] = relation
  }

  /// The tables and views, once each.
  var allRelations: [PostgresRelation] {
    relations.filter { $0.key == ExactName($0.value.text) }.values.sorted { $0.text < $1.text }
  }

  /// Forgets what is known about tables, which may change from now on.
  mutating func forgetSources() {
    sources = [:]
    relations = [:]
  }

  /// Returns the tables and views to lock before the snapshot is taken, as they are written after LOCK TABLE.
  ///
  /// A list that catches up reads few of a table's partitions, and a server has room for only some thousands of locks.
  mutating func locks() -> [String] {
    let lockable = allRelations.filter(\.isLockable)
    if cursor != nil {
      looselyLocked = Set(
        lockable.filter { $0.kind == .partitionedTable }.map { ExactName($0.text) })
    }
    return lockable.map { (looselyLocked.contains(ExactName($0.text)) ? "ONLY " : "") + $0.text }
      + logLocks
  }

  /// What is read of the logs, which no owner can replace while it is locked; locking a view locks its tables too.
  var logLocks: [String] { Set(allRelations.flatMap { $0.readableLog?.readTables ?? [] }).sorted() }

  /// Returns what can change a request's rows, or `nil` for a plain table.
  func dependence(of request: RowRequest) -> PostgresDependence? {
    dependences[StatementText(request)]
  }

  /// Whether the user's settings hold, because the transaction writes or runs SQL that a user wrote.
  var usesUsersSettings: Bool { isWriting || !dependences.isEmpty }

  /// Returns the list's request if it reads a table's rows.
  func request(reading table: String) -> RowRequest? {
    requests.first.flatMap { self.table(of: $0) == table ? $0 : nil }
  }

  /// Returns the quoted name of the table whose rows a request reads.
  func table(of request: RowRequest) -> String? {
    guard case .table(let name) = request.rows.source else { return nil }
    return relations[ExactName(name)]?.text
  }

  /// Returns the stamp of a table and of a log, which changes with everything that decides how changes are logged.
  func logStamp(of relation: PostgresRelation) -> String? {
    guard let stamp = context?.table(relation.text)?.stamp else { return nil }
    let logs = relation.logTables.keys.map(\.text).sorted()
    return ([stamp] + logs.map { context?.table($0)?.stamp ?? "" }).joined(separator: " ")
  }
}

/// What tables' change logs were asked and have answered.
struct ReadLogs: Sendable {
  /// What is asked of the logs, by table name.
  var questions: [String: LogQuestion] = [:]
  /// The logs' newest entries, by table name.
  var places: [String: ChangeLogPlace] = [:]
  /// The entries that were read for the expected cursor, by table name.
  var entries: [String: LoggedRows] = [:]
  /// The rows of the list's table that they name.
  var namedRows: NamedRows?
  /// The keys that the logs named, as they spell them, by table name.
  var keyTexts: [String: [RowKey: [[String]]]] = [:]
}

/// The text of a request's source and condition, compared by their bytes.
struct StatementText: Hashable, Sendable {
  private enum Form {
    case table, joined, query
  }

  private let source: ExactName
  private let form: Form
  private let condition: ExactName?

  init(_ request: RowRequest) {
    switch request.rows.source {
    case .table(let name): (source, form) = (ExactName(name), .table)
    case .joined(let table):
      let texts = [table.name] + table.canonicalTexts
      (source, form) = (ExactName(texts.joined(separator: "\n")), .joined)
    case .query(let query): (source, form) = (ExactName(query.text), .query)
    }
    condition = request.rows.storePredicate.map { ExactName($0.text) }
  }
}
