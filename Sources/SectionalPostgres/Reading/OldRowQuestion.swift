import Sectional
import SectionalSQL

/// How it is found out what rows were at an earlier version, if a change log keeps old values of some columns.
///
/// For each key, what was there is what is there now, plus all old rows that the log holds since then, less all its new
/// rows. The server adds up rows by their text and returns those that remain.
struct OldRowQuestion: Sendable {
  /// The maximum number of rows that are added up; if there are more, no row's past is known.
  static let mostRows = 400_000

  /// The columns of the key and those that the log keeps, in the order in which a row's text has them.
  private let columns: [String]
  /// How their cells are read.
  private let cells: [PostgresCell]
  private let keyCount: Int
  /// The table's object identifier.
  let root: UInt32
  private let text: String
  /// Whether the table's partitions are read, which can be rewritten until then.
  let isPartitioned: Bool

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - table: The table, the root of its partition tree, as its log describes it.
  ///   - relation: The table.
  ///   - log: Its log.
  ///   - key: How the cells of the key are read.
  ///   - kept: How the cells of the kept columns are read; `nil` for a column that the request reads in several ways.
  ///   - printing: How values are converted to text.
  init(
    about table: LoggedTable, _ relation: PostgresRelation, in log: ChangeLogSchema,
    key: [PostgresCell], kept: [PostgresCell?], printing: PostgresPrinting
  ) {
    let known = zip(table.kept.indices, zip(table.kept, kept)).compactMap { place, column in
      column.1.map { (place: place, column: column.0, cell: $0) }
    }
    columns = table.key.map(\.name) + known.map(\.column.name)
    cells = key + known.map(\.cell)
    keyCount = table.key.count
    root = relation.oid
    isPartitioned = relation.kind == .partitionedTable
    let count = table.key.count
    let values =
      LogQuestion.keyValues(
        of: table, from: (0..<max(count, 1)).map(OldRowQuestion.cell), key, printing)
      + known.map { $0.cell.type.value(of: OldRowQuestion.cell(count + $0.place), $0.column) }
    text = OldRowQuestion.text(
      values, rows: OldRowQuestion.presentRows(of: table, relation, printing),
      key: OldRowQuestion.key(of: table), in: log)
  }

  /// Returns the statement that finds out what rows were.
  ///
  /// - Parameters:
  ///   - earlier: The version.
  ///   - place: The newest entry at that version.
  ///   - keys: The keys' texts in the log.
  /// - Returns: The statement.
  func rows(
    since earlier: PostgresStoreVersion, _ place: ChangeLogPlace, of keys: [[String]]
  ) -> BatchedStatement {
    let arrays = (0..<keyCount).map { column in PostgresArray.text(of: keys.map { $0[column] }) }
    return BatchedStatement(
      text: text,
      arguments: [
        "\(root)", "\(place.newest?.transaction ?? 0)",
        PostgresArray.numbers(earlier.snapshot.running),
      ] + arrays, isKept: true, isBinary: true, hasManyRows: true)
  }

  /// Reads a row of the answer.
  func take(_ row: PostgresResult, into sums: inout OldRowSums) {
    if !row.bool(at: 0) { sums.isWhole = false }
    guard let count = row.text(at: 1).flatMap({ Int($0) }) else { return }
    var contents = PackedRow(reservingCapacity: cells.count * 8)
    var digits: [String] = []
    for (place, cell) in cells.enumerated() { cell.append(row, 2 + place, to: &contents, &digits) }
    let values = contents.values
    let key = RowKey(values.prefix(keyCount))
    guard count != 0 else { return sums.addUnknown(key) }
    sums.add(count, Dictionary(zip(columns, values)) { first, _ in first }, of: key)
  }
}

extension OldRowQuestion {
  /// Returns the SQL for the text of a found row's cell.
  private static func cell(_ place: Int) -> String {
    "(found.cells OPERATOR(pg_catalog.->>) \(place))"
  }

  /// Returns the SQL for a key's texts as a JSON array, as the log's entries name the key.
  private static func key(of table: LoggedTable) -> String {
    let texts = LogQuestion.keyTexts(of: table, from: "named.key")
    return "pg_catalog.json_build_array(\(texts.joined(separator: ", ")))"
  }

  /// Returns the query for the texts of the rows that have one of the keys now.
  private static func presentRows(
    of table: LoggedTable, _ relation: PostgresRelation, _ printing: PostgresPrinting
  ) -> String {
    let columns = table.key.enumerated().map { place, column in
      comparison(of: column, "$\(place + 4)", printing)
    }
    var conditions = columns.map { "\($0.value) \($0.equality) ANY (\($0.array))" }
    if columns.count > 1 {
      // In FROM, a composite would be expanded into a column for each of its fields.
      let wanted = columns.enumerated().map {
        "pg_catalog.unnest(\($1.array)) AS sectional_\($0 + 1)"
      }
      let isWanted = columns.enumerated().map {
        "\($1.value) \($1.equality) wanted.sectional_\($0 + 1)"
      }
      conditions.append(
        "EXISTS (SELECT FROM (SELECT \(wanted.joined(separator: ", "))) AS wanted "
          + "WHERE \(isWanted.joined(separator: " AND ")))")
    }
    return
      "SELECT \(printing.text(LoggedRow(of: table).image(of: "present"))) AS image, 1::bigint AS count "
      + "FROM \(relation.text) AS present WHERE \(conditions.joined(separator: " AND "))"
  }

  /// Returns how a column of the key is compared with an array of texts; a domain as its base type, and by its text if
  /// the type must not be named.
  private static func comparison(
    of column: LoggedTable.Column, _ array: String, _ printing: PostgresPrinting
  ) -> (value: String, equality: String, array: String) {
    let name = "present.\(QuotedIdentifier.quoted(column.name))"
    guard !column.type.mustNotBeNamed else {
      return (
        printing.text("pg_catalog.format('%s', \(name))"), PostgresCatalog.equal,
        "\(array)::pg_catalog.text[]"
      )
    }
    return (
      "\(name)::\(column.type.name)", column.type.equality, "\(array)::\(column.type.name)[]"
    )
  }

  /// Returns the statement; its rows say whether all rows were added up, how many of a row remain (0 if what the key's
  /// rows were is unknown), and the row's values.
  private static func text(
    _ values: [String], rows present: String, key: String, in log: ChangeLogSchema
  ) -> String {
    let ofTable = "e.rel \(PostgresCatalog.equal) $1::pg_catalog.oid AND e.xid"
    // No entry is added up twice: a transaction that was running then can be newer than the newest entry.
    let entries = [
      "\(ofTable) OPERATOR(pg_catalog.>) $2::pg_catalog.xid8 AND \(LogQuestion.isOfThePast)",
      "\(ofTable) \(PostgresCatalog.equal) ANY ($3::pg_catalog.xid8[]) "
        + "AND e.xid OPERATOR(pg_catalog.<=) $2::pg_catalog.xid8",
    ].map { "SELECT e.keys, e.old_rows, e.new_rows FROM \(log.visibleEntry) AS e WHERE \($0)" }
    return """
      WITH event AS MATERIALIZED (\(entries.joined(separator: " UNION ALL "))),
      summand AS MATERIALIZED (
        SELECT every.image COLLATE pg_catalog."C" AS image, every.count FROM (
          SELECT old.image, 1::bigint AS count FROM event CROSS JOIN LATERAL pg_catalog.unnest(event.old_rows) AS old(image)
          UNION ALL SELECT new.image, '-1'::bigint FROM event
            CROSS JOIN LATERAL pg_catalog.unnest(event.new_rows) AS new(image)
          UNION ALL \(present)
        ) AS every LIMIT \(mostRows + 1)
      )
      SELECT (SELECT pg_catalog.count(*) FROM summand) OPERATOR(pg_catalog.<=) \(mostRows)::bigint,
        found.count::pg_catalog.text, \(values.joined(separator: ", "))
      FROM (SELECT) AS one LEFT JOIN (
        SELECT rest.image::pg_catalog.json AS cells, rest.count FROM (
          SELECT summand.image, pg_catalog.sum(summand.count) AS count FROM summand GROUP BY summand.image
        ) AS rest WHERE rest.count OPERATOR(pg_catalog.<>) 0::numeric
        UNION ALL SELECT \(key), 0::numeric FROM event CROSS JOIN LATERAL pg_catalog.unnest(event.keys) AS named(key)
          WHERE event.old_rows IS NULL OR event.new_rows IS NULL
      ) AS found ON true
      """
  }
}

extension PostgresType {
  /// Returns the SQL that reads a logged text as a list reads the column's cells.
  ///
  /// The text is what a list reads, or can be read back, except that a cast to text gives an address its netmask.
  fileprivate func value(of text: String, _ column: LoggedTable.Column) -> String {
    if traits.isReadBack { return "\(text)::\(column.type.name)" }
    let isAddress = [650, 869].contains(column.type.base)
    return isAddress ? "\(text)::\(column.type.name)::pg_catalog.text" : text
  }
}
