import Sectional
import SectionalSQL

/// Reads tables' change logs.
///
/// It takes what the round trip that began the transaction has read, and asks for the rest.
enum LogReading {
  /// Returns the question about a table's log, which is made once and remembered.
  ///
  /// - Returns: The question; `nil` if the table has no complete log that this user can read, as on a standby, which
  ///   doesn't have the entries.
  static func logQuestion(of relation: PostgresRelation, on connection: isolated PostgresConnection)
    async throws(StoreError) -> LogQuestion?
  {
    if let known = connection.transaction.logs.questions[relation.text] { return known }
    guard let context = connection.transaction.context, !context.server.isStandby,
      let table = context.table(relation.text), table.hasRowsOfItsOwn, table.isLogShown,
      let log = relation.readableLog,
      case .complete(let logged, _, _) = try await TableLogState.find(of: relation, on: connection),
      let stamp = connection.transaction.logStamp(of: relation)
    else { return nil }
    let request = connection.transaction.request(reading: relation.text)
    let (cells, kept, columns) = try await cells(of: logged, for: request, on: connection)
    let question = LogQuestion(
      about: logged, root: table.root, in: log, cells, columns: columns,
      printing: connection.printing,
      stamp: stamp,
      // A partition's log entries are about rows of other partitions too.
      oldRows: logged.kept.isEmpty || table.root != relation.oid
        ? nil
        : OldRowQuestion(
          about: logged, relation, in: log, key: cells, kept: kept, printing: connection.printing))
    connection.transaction.logs.questions[relation.text] = question
    connection.catalogCache.keep(
      question, for: request, of: relation, printing: connection.transaction.usesUsersSettings)
    return question
  }

  /// Returns how a table's key and its kept columns are read for a request, or for none, and which columns matter to
  /// the request.
  ///
  /// A column that a request reads in several ways has no cell.
  private static func cells(
    of table: LoggedTable, for request: RowRequest?, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> (key: [PostgresCell], kept: [PostgresCell?], columns: Int64) {
    let plain = table.key.map { PostgresCell(of: PostgresType(oid: $0.type.base)) }
    let plainKept = table.kept.map { PostgresCell(of: PostgresType(oid: $0.type.base)) }
    guard let request else { return (plain, plainKept, -1) }
    let source = try await PostgresSource.find(of: request, on: connection)
    let layout = try source.layout(of: request, connection.transaction.dependence(of: request))
    let all = PostgresCell.cells(of: try RowQuery(request, layout: layout), source)
    let cells = table.key.compactMap { column in
      layout.columns.names.firstIndex { ExactName($0) == ExactName(column.name) }.map { all[$0] }
    }
    let kept = zip(table.kept, plainKept).map { column, plain -> PostgresCell? in
      let read = layout.columns.names.indices.filter {
        ExactName(layout.columns.names[$0]) == ExactName(column.name)
      }
      guard let first = read.first else { return plain }
      return read.count == 1 ? all[first] : nil
    }
    let columns =
      request.rows.storePredicate == nil ? table.bits(of: Set(layout.columns.names)) : -1
    return (cells.count == table.key.count ? cells : plain, kept, columns)
  }
}
