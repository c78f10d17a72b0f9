import Sectional

/// The settings of a session.
///
/// The library prints values the same way in every session: dates in ISO form and in UTC. Statements that users wrote
/// run under the user's own settings, so that they mean what they mean in psql.
struct PostgresSettings: Sendable {
  struct Setting: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    var sql: String { "\(name) = '\(value)'" }
  }

  /// The settings that decide how values are printed, and how some literals are read.
  static let printing = [
    Setting("timezone", "UTC"), Setting("datestyle", "ISO"), Setting("intervalstyle", "iso_8601"),
    Setting("extra_float_digits", "1"), Setting("bytea_output", "hex"),
  ]

  /// For statements that repeatedly read a few rows by an index: no new plans, no parallel workers, and no JIT
  /// compilation, which takes half a second if the server estimates that very many rows will be read.
  private static let planning = [
    Setting("plan_cache_mode", "force_generic_plan"),
    Setting("max_parallel_workers_per_gather", "0"), Setting("jit", "off"),
  ]

  /// For transactions that read: they never wait for a lock for long, because they hold others, and they end by
  /// themselves if this program is stopped in the middle of one.
  private static let yielding = [
    Setting("lock_timeout", "2ms"), Setting("idle_in_transaction_session_timeout", "15s"),
  ]

  /// For sessions of their own over TCP: a program that is stopped while the server sends rows takes no more of them.
  private static let transport = [Setting("tcp_user_timeout", "10s")]

  /// The settings that hold for users' statements as well.
  private let common: [Setting]
  /// How long a statement that writes waits for a lock.
  private let writing: [Setting]

  /// Creates the settings for a server.
  ///
  /// A database in the encoding SQL_ASCII can contain bytes that aren't UTF-8, and a conversion would refuse all rows
  /// for one of them. A limit for indexes of the kind GIN would make the server leave out rows at random.
  init(lockTimeout: Duration, encoding: String?) {
    let raw = encoding == "SQL_ASCII" ? [Setting("client_encoding", "SQL_ASCII")] : []
    common =
      raw + [
        Setting("standard_conforming_strings", "on"), Setting("quote_all_identifiers", "off"),
        Setting("gin_fuzzy_search_limit", "0"),
      ]
    writing = [Setting("lock_timeout", "\(Int(lockTimeout / .milliseconds(1)))ms")]
  }

  /// The statements that make the library's settings those of a session.
  var forSession: String {
    (PostgresSettings.printing + PostgresSettings.planning + common + PostgresSettings.yielding
      + PostgresSettings.transport).map { "SET \($0.sql)" }
      .joined(separator: "; ")
  }

  /// The statements with which a transaction uses the library's settings, for connections that may have another session
  /// in each transaction.
  var forTransaction: [String] {
    (PostgresSettings.printing + PostgresSettings.planning + common + PostgresSettings.yielding)
      .map { "SET LOCAL \($0.sql)" }
  }

  /// The statements that a transaction that reads users' statements needs if its session has none of the library's
  /// settings.
  var forUsersReading: [String] {
    (PostgresSettings.planning + common + PostgresSettings.yielding).map { "SET LOCAL \($0.sql)" }
  }

  /// The statements that a transaction that writes needs if its session has the library's settings.
  var forWriting: String {
    let waits = writing.map { "SET LOCAL \($0.sql)" }.joined(separator: "; ")
    return "\(PostgresSettings.users); \(waits); "
      + "SET LOCAL idle_in_transaction_session_timeout TO DEFAULT"
  }

  /// The statements that a transaction that writes needs if its session has none of the library's settings.
  var forUsersTransaction: String {
    (common + writing).map { "SET LOCAL \($0.sql)" }.joined(separator: "; ")
  }

  /// The statements that a transaction that only finds out what users' statements depend on needs, if its session has the
  /// library's settings or not.
  static func finding(isDirect: Bool) -> [String] {
    isDirect ? usersPrinting : yielding.map { "SET LOCAL \($0.sql)" }
  }

  /// The statements with which a transaction uses the user's settings for printing and reading values.
  static let usersPrinting = printing.map { "SET LOCAL \($0.name) TO DEFAULT" }

  /// The statements with which a transaction makes plans as the server, the database or the user demands, which is best
  /// for reading everything.
  static let usualPlanning = planning.map { "SET LOCAL \($0.name) TO DEFAULT" }
    .joined(separator: "; ")

  /// The statements with which a transaction uses all of the user's settings.
  private static let users = usersPrinting.joined(separator: "; ") + "; " + usualPlanning

  /// The expressions for the user's settings that decide what a statement means: those for printing, and the path.
  static let usersValues = (printing.map(\.name) + ["search_path"])
    .map { "pg_catalog.current_setting('\($0)')" }.joined(separator: ", ")
}
