import Sectional
import SectionalSQL

/// How a list's rows whose keys a change log names are read in the round trip that asks the log.
///
/// The server finds the keys a second time, in the same snapshot.
struct NamedRowsQuestion: Sendable {
  /// The largest number of rows that are read; if more are named, they are read by their keys.
  static let mostRows = 100
  /// The types of which a log's text has one meaning, whether it is in an array or not.
  private static let types = Set(
    ["int2", "int4", "int8", "text", "uuid"].map { "pg_catalog." + $0 })

  private let request: Int
  private let columns: RowColumns
  private let text: String
  /// The values of the query's own placeholders.
  private let arguments: [String]
  private let reading: RowReading
  /// The stamp of the table and the log for which this was made.
  let stamp: String

  /// Creates a question; `nil` if the table's key has several columns or another type.
  ///
  /// - Parameters:
  ///   - query: What is read of the rows.
  ///   - source: The table, which has no partitions.
  ///   - log: The question about its log.
  ///   - arguments: The values of the query's own placeholders.
  init?(about query: RowQuery, _ source: PostgresSource, _ log: LogQuestion, _ arguments: [String])
  {
    guard source.primaryKey.count == 1, let type = source.keyTypes.first ?? nil,
      NamedRowsQuestion.types.contains(type)
    else { return nil }
    let key = source.keyColumn(source.primaryKey[0], type, .plain)
    let keys = log.namedKeys(as: type, atMost: NamedRowsQuestion.mostRows + 1)
    let statement = QueryStatement(
      rowsWhere: SQLText(
        "\(key.value) \(key.equality) ANY (\(keys))", Array(repeating: .null, count: 4)),
      of: query, from: query.request.rows.source,
      dialect: source.dialect(rules: query.request.rows.formingCells))
    request = query.request.number
    columns = query.layout.columns
    text = statement.text
    self.arguments = arguments
    reading = RowReading(query, source)
    stamp = log.stamp
  }

  /// Returns whether the rows are those of a query.
  func isAbout(_ query: RowQuery) -> Bool {
    request == query.request.number && columns == query.layout.columns
  }

  /// Returns the statement that reads the rows that a log names since a version.
  func rows(
    since earlier: PostgresStoreVersion, _ place: ChangeLogPlace, in log: LogQuestion
  ) -> BatchedStatement {
    BatchedStatement(
      text: text, arguments: arguments + log.bounds(since: earlier, place), isKept: true,
      isBinary: true, hasManyRows: true, readsTable: true)
  }

  /// Returns the cells of a row of the answer.
  func contents(of row: PostgresResult) -> PackedRow { reading.contents(of: row) }
}

/// The rows that a log named, as a transaction's first round trip read them.
struct NamedRows: Sendable {
  /// The table's quoted name.
  let table: String
  let question: NamedRowsQuestion
  let contents: [PackedRow]
}

extension PostgresReadTransaction {
  /// Returns the rows with some keys if these are all keys that the log names, and the first round trip read them.
  func rowsAlreadyRead(
    of query: RowQuery, _ source: PostgresSource, for keys: Set<RowKey>
  ) throws(StoreError) -> FetchedRows? {
    guard let read = logs.namedRows, read.table == source.name, read.question.isAbout(query),
      let named = logs.entries[read.table], named.count <= NamedRowsQuestion.mostRows,
      // A row that isn't wanted could have a cell that doesn't fit.
      keys.count == named.keys.count, keys.allSatisfy({ named.keys[$0] != nil })
    else { return nil }
    var rows = FetchedRows(query, isOrdered: false)
    for contents in read.contents { try rows.append(contents) }
    return rows
  }
}

extension NamedRowsQuestion {
  /// Lets the next question about the log of the list's table read what a statement has read of rows by their keys.
  static func keep(
    about query: RowQuery, _ source: PostgresSource, readBy statement: QueryStatement,
    on connection: isolated PostgresConnection
  ) {
    guard let list = connection.transaction.requests.first,
      connection.transaction.table(of: list) == source.name,
      let log = connection.transaction.logs.questions[source.name],
      !connection.transaction.usesUsersSettings,
      connection.transaction.relation(source.name)?.kind != .partitionedTable,
      connection.catalogCache.namedRowsQuestion(for: list, stamp: log.stamp)?.isAbout(query)
        != true,
      // The types of the placeholders are known if the server has kept the statement.
      let prepared = connection.statements[ExactName(statement.text)],
      let types = prepared.types?.dropLast(),
      let arguments = try? connection.texts(
        of: statement.arguments.dropLast().map { PostgresArgument($0) },
        for: PostgresStatement(name: prepared.name, types: Array(types))),
      !arguments.contains(nil),
      let question = NamedRowsQuestion(about: query, source, log, arguments.compactMap(\.self))
    else { return }
    connection.catalogCache.keep(question, for: list)
  }
}
