import Sectional
import SectionalSQL

/// How the rows that a change log names for a table are asked for and read.
struct LogQuestion: Sendable {
  /// The maximum number of rows that are followed individually.
  static let mostKeys = 100_000
  private static let noMark = "00000000-0000-0000-0000-000000000000"
  /// What is true of every entry that a trigger made.
  ///
  /// The log's owner can write an entry with any number, and one from the future would stay the newest one.
  static let isOfThePast =
    "e.xid OPERATOR(pg_catalog.<) pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())"

  /// The root of the table's partition tree, under whose identifier the log names its rows.
  let root: UInt32
  let log: ChangeLogSchema
  /// The key's columns as the log spells them.
  private let keyCount: Int
  /// How the key's cells are read.
  private let cells: [PostgresCell]
  /// The columns whose changes matter, as the log's bits.
  private let columns: Int64
  /// The statement that reads the entries.
  private let text: String
  /// The statement that reads one of them.
  private let existenceText: String
  /// The stamp of the table and the log for which this was made.
  let stamp: String
  /// How it is found out what the rows were; `nil` if the log keeps no values of the table.
  let oldRows: OldRowQuestion?

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - table: The table as its log describes it.
  ///   - root: The root of its partition tree.
  ///   - log: The log.
  ///   - cells: How the cells of the key are read.
  ///   - columns: The columns whose changes matter, as the log's bits.
  ///   - printing: How values are converted to text.
  ///   - stamp: The stamp of the table and the log.
  ///   - oldRows: How it is found out what the rows were.
  init(
    about table: LoggedTable, root: UInt32, in log: ChangeLogSchema, _ cells: [PostgresCell],
    columns: Int64, printing: PostgresPrinting, stamp: String,
    oldRows: OldRowQuestion?
  ) {
    self.oldRows = oldRows
    self.root = root
    self.log = log
    keyCount = table.key.count
    self.cells = cells
    self.columns = columns
    self.stamp = stamp
    text = LogQuestion.text(for: table, in: log, cells, printing, atMost: nil)
    existenceText = LogQuestion.text(for: table, in: log, cells, printing, atMost: 1)
  }

  /// The statement that reads the newest entry.
  var place: BatchedStatement {
    BatchedStatement(
      text: """
        SELECT state.mark::pg_catalog.text, state.pruned_below::pg_catalog.text, newest.xid::pg_catalog.text,
          newest.mark::pg_catalog.text
        FROM (SELECT) AS one LEFT JOIN ONLY \(log.state) AS state ON true
        LEFT JOIN LATERAL (SELECT e.xid, e.mark FROM \(log.visibleEntry) AS e
          WHERE e.rel \(PostgresCatalog.equal) $1::pg_catalog.oid AND \(LogQuestion.isOfThePast) ORDER BY e.xid DESC, e.number DESC LIMIT 1
        ) AS newest ON true
        """, arguments: ["\(root)"], isKept: true, isBinary: true)
  }

  /// Returns the statement that reads the entries since a version.
  ///
  /// An entry is new if it comes after the newest one that was seen before, or if its transaction was still running
  /// then.
  ///
  /// - Parameters:
  ///   - earlier: The version.
  ///   - place: The newest entry at that version.
  ///   - asksWhether: Whether one entry is enough, because it only matters whether there are any.
  /// - Returns: The statement; its rows say whether that entry still exists, whether an entry doesn't identify all its
  ///   rows, and each key both as text and as values.
  func entries(
    since earlier: PostgresStoreVersion, _ place: ChangeLogPlace, asksWhether: Bool
  ) -> BatchedStatement {
    BatchedStatement(
      text: asksWhether ? existenceText : text,
      arguments: bounds(since: earlier, place) + [place.newest?.mark ?? LogQuestion.noMark],
      isKept: true, isBinary: true, hasManyRows: true)
  }

  /// Returns the values of the placeholders of ``namedKeys(as:atMost:)``.
  func bounds(since earlier: PostgresStoreVersion, _ place: ChangeLogPlace) -> [String] {
    [
      "\(root)", "\(place.newest?.transaction ?? 0)",
      PostgresArray.numbers(earlier.snapshot.running), "\(columns)",
    ]
  }

  /// Returns the SQL for an array of keys that the entries since a version name, if the key has one column.
  ///
  /// - Parameters:
  ///   - type: The name of the column's type.
  ///   - most: The largest number of keys.
  /// - Returns: The SQL, with placeholders `$1` to `$4` for the ``bounds(since:_:)``.
  func namedKeys(as type: String, atMost most: Int) -> String {
    """
    ARRAY(SELECT entry.key::\(type) FROM (
      SELECT DISTINCT named.key
      FROM (\(LogQuestion.entries(["op", "columns", "keys"], in: log))) AS log
      CROSS JOIN LATERAL pg_catalog.unnest(log.keys) AS named(key)
      WHERE \(LogQuestion.concernsColumns) AND named.key IS NOT NULL
      LIMIT \(most)) AS entry)
    """
  }

  /// Returns the statement that reads the numbers of the transactions that wrote entries since a version.
  func transactions(
    since earlier: PostgresStoreVersion, _ place: ChangeLogPlace
  ) -> BatchedStatement {
    BatchedStatement(
      text: """
        SELECT DISTINCT entry.xid::pg_catalog.text FROM (\(LogQuestion.entries(["xid"], in: log))) AS entry
        LIMIT \(TransactionTags.most + 1)
        """,
      arguments: [
        "\(root)", "\(place.newest?.transaction ?? 0)",
        PostgresArray.numbers(earlier.snapshot.running),
      ], hasManyRows: true)
  }

  /// Reads a row of the entries.
  func take(_ row: PostgresResult, into rows: inout LoggedRows) {
    rows.isThere = row.bool(at: 0)
    if row.bool(at: 1) { rows.isComplete = false }
    guard let first = row.text(at: 2) else { return }
    // The text of a key that isn't UTF-8 would find no row.
    let texts = [first] + (1..<max(keyCount, 1)).map { row.text(at: 2 + $0) ?? "" }
    if texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      rows.hasUnclearKeys = true
    }
    var contents = PackedRow(reservingCapacity: keyCount * 8)
    var digits: [String] = []
    for (place, cell) in cells.enumerated() {
      cell.append(row, 2 + keyCount + place, to: &contents, &digits)
    }
    // Another row's key may be rounded to the same number.
    if !digits.isEmpty { rows.hasRoundedKeys = true }
    // Different texts can represent the same key.
    rows.keys[RowKey(cells: contents), default: []].append(texts)
    rows.count += 1
  }

  private static let isOfTable = "e.rel \(PostgresCatalog.equal) $1::pg_catalog.oid"

  /// Whether an entry of ``entries(_:in:)`` is about a column that matters.
  private static let concernsColumns = """
    (log.op OPERATOR(pg_catalog.<>) 'U' OR log.columns IS NULL
      OR (log.columns OPERATOR(pg_catalog.&) $4::bigint) OPERATOR(pg_catalog.<>) 0::bigint)
    """

  /// Returns the query for columns of the entries since a version.
  private static func entries(_ columns: [String], in log: ChangeLogSchema) -> String {
    let columns = columns.map { "e.\($0)" }.joined(separator: ", ")
    return [
      "OPERATOR(pg_catalog.>) $2::pg_catalog.xid8 AND \(isOfThePast)",
      "\(PostgresCatalog.equal) ANY ($3::pg_catalog.xid8[])",
    ].map { "SELECT \(columns) FROM \(log.visibleEntry) AS e WHERE \(isOfTable) AND e.xid \($0)" }
      .joined(separator: " UNION ALL ")
  }

  private static func text(
    for table: LoggedTable, in log: ChangeLogSchema, _ cells: [PostgresCell],
    _ printing: PostgresPrinting, atMost most: Int?
  ) -> String {
    let texts = keyTexts(of: table, from: "entry.key")
    let values = keyValues(of: table, from: texts, cells, printing)
    return """
      SELECT EXISTS (SELECT FROM \(log.visibleEntry) AS e
          WHERE \(isOfTable) AND e.xid \(PostgresCatalog.equal) $2::pg_catalog.xid8
          AND e.mark \(PostgresCatalog.equal) $5::pg_catalog.uuid),
        entry.is_unknown, \((texts + values).joined(separator: ", "))
      FROM (SELECT) AS one LEFT JOIN (
        SELECT \(most == nil ? "DISTINCT " : "")log.keys IS NULL AS is_unknown, named.key
        FROM (\(entries(["op", "columns", "keys"], in: log))) AS log
        LEFT JOIN LATERAL pg_catalog.unnest(log.keys) AS named(key) ON true
        WHERE \(concernsColumns) AND (log.keys IS NULL OR named.key IS NOT NULL)
        LIMIT \(most ?? mostKeys + 1)
      ) AS entry ON true
      """
  }
}

extension LogQuestion {
  /// Returns the SQL for the texts of a key's columns.
  static func keyTexts(of table: LoggedTable, from key: String) -> [String] {
    table.key.indices.map { place in
      table.key.count == 1
        ? key : "(\(key)::pg_catalog.json OPERATOR(pg_catalog.->>) \(place))"
    }
  }

  /// Returns the SQL that reads a key's texts as values.
  static func keyValues(
    of table: LoggedTable, from texts: [String], _ cells: [PostgresCell],
    _ printing: PostgresPrinting
  ) -> [String] {
    zip(texts, zip(table.key, cells)).map { text, column in
      // A cast to a user-defined type can call its owner's function; its values are read as text anyway.
      guard column.0.type.isServersOwn else { return text }
      let value = "\(text)::\(column.0.type.name)"
      switch column.1.type.traits.form {
      case .binary: return value
      case .text: return "\(value)::pg_catalog.text"
      case .printedText, .formattedText: return printing.text("\(value)::pg_catalog.text")
      }
    }
  }
}

/// The rows that a change log named.
struct LoggedRows: Sendable {
  /// Whether the newest entry that was seen before still exists.
  var isThere = false
  /// Whether every entry identifies all its rows.
  var isComplete = true
  /// Whether a key has more digits than a list can order by, so that rows with different keys may have the same one there.
  var hasRoundedKeys = false
  /// Whether the text of a key may not be that key, because it isn't UTF-8.
  var hasUnclearKeys = false
  /// The keys, with their texts in the log.
  var keys: [RowKey: [[String]]] = [:]
  var count = 0

  /// Whether no row changed.
  var isEmpty: Bool { isComplete && keys.isEmpty }
}

extension ChangeLogPlace {
  /// Reads the row that ``LogQuestion/place`` asks for.
  init?(_ row: PostgresResult) {
    let mark = row.text(at: 0) ?? ""
    guard let below = mark.isEmpty ? 0 : row.text(at: 1).flatMap({ UInt64($0) }) else { return nil }
    var newest: Entry?
    if let number = row.text(at: 2).flatMap({ UInt64($0) }), let mark = row.text(at: 3) {
      newest = Entry(transaction: number, mark: mark)
    }
    self.init(mark: mark, prunedBelow: below, newest: newest)
  }
}
