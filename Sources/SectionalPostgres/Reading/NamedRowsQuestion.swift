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

extension PostgresConnection {
  /// Returns the rows with some keys if these are all keys that the log names, and the transaction's first round trip read them.
  func namedRows(
    of query: RowQuery, _ source: PostgresSource, for keys: Set<RowKey>
  ) throws(StoreError) -> FetchedRows? {
    guard let read = transaction.namedRows, read.table == source.name, read.question.isAbout(query),
      let named = transaction.entries[read.table], named.count <= NamedRowsQuestion.mostRows,
      // A row that isn't wanted could have a cell that doesn't fit.
      keys.count == named.keys.count, keys.allSatisfy({ named.keys[$0] != nil })
    else { return nil }
    var rows = FetchedRows(query, isOrdered: false)
    for contents in read.contents { try rows.append(contents) }
    return rows
  }

  /// Lets the next question about the log of the list's table read what a statement has read of rows by their keys.
  func keepNamedRowsQuestion(
    about query: RowQuery, _ source: PostgresSource, readBy statement: QueryStatement
  ) {
    guard let list = transaction.requests.first, transaction.table(of: list) == source.name,
      let log = transaction.questions[source.name], !transaction.usesUsersSettings,
      transaction.relation(source.name)?.kind != .partitionedTable,
      catalogCache.namedRowsQuestion(for: list, stamp: log.stamp)?.isAbout(query) != true,
      // The types of the placeholders are known if the server has kept the statement.
      let prepared = statements[ExactName(statement.text)], let types = prepared.types?.dropLast(),
      let arguments = try? texts(
        of: statement.arguments.dropLast().map { PostgresArgument($0) },
        for: PostgresStatement(name: prepared.name, types: Array(types))),
      !arguments.contains(nil),
      let question = NamedRowsQuestion(about: query, source, log, arguments.compactMap(\.self))
    else { return }
    catalogCache.keep(question, for: list)
  }
}
