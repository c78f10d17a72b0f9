import Sectional
import SectionalSQL

/// A question about a table's log that is part of a batch, and which part of the answer comes.
struct BatchedLogQuestion: Sendable {
  enum Part: Sendable {
    case place, entries
    case rows(NamedRowsQuestion)
  }

  let table: String
  let question: LogQuestion
  let part: Part

  var isAboutRows: Bool { if case .rows = part { true } else { false } }
}

/// The answer to one.
struct LogAnswer {
  var place: ChangeLogPlace?
  var rows = LoggedRows()
  /// The cells of the rows that the log names.
  var contents: [PackedRow] = []

  mutating func take(_ row: PostgresResult, _ batched: BatchedLogQuestion) {
    switch batched.part {
    case .place: place = ChangeLogPlace(row)
    case .entries: batched.question.take(row, into: &rows)
    case .rows(let question): contents.append(question.contents(of: row))
    }
  }
}

extension PostgresConnection {
  /// Forgets the questions about logs that, or whose tables, aren't as they were when the questions were made.
  func forgetOutdatedQuestions() {
    for (table, question) in transaction.questions {
      let relation = transaction.relation(table)
      if relation.flatMap(transaction.logStamp) != question.stamp {
        transaction.questions[table] = nil
      }
    }
  }

  /// Adds to a batch what is known to be worth asking of the tables' logs, the rows that they name last.
  ///
  /// - Returns: The questions, by the index of their statement.
  func logBatch(_ batch: inout [BatchedStatement]) -> [Int: BatchedLogQuestion] {
    var questions: [Int: BatchedLogQuestion] = [:]
    for (table, question) in transaction.questions.sorted(by: { $0.key < $1.key }) {
      questions[batch.count] = BatchedLogQuestion(table: table, question: question, part: .place)
      batch.append(question.place)
      guard let cursor = transaction.cursor, let place = cursor.places[table] else { continue }
      questions[batch.count] = BatchedLogQuestion(table: table, question: question, part: .entries)
      batch.append(
        question.entries(since: cursor, place, asksWhether: transaction.isWatching))
    }
    guard let rows = namedRowsQuestion(), let cursor = transaction.cursor,
      let place = cursor.places[rows.table]
    else { return questions }
    questions[batch.count] = BatchedLogQuestion(
      table: rows.table, question: rows.log, part: .rows(rows.question))
    batch.append(rows.question.rows(since: cursor, place, in: rows.log))
    return questions
  }

  /// Keeps the answers.
  func take(_ answers: [Int: LogAnswer], to questions: [Int: BatchedLogQuestion]) {
    for (index, batched) in questions {
      // The statement about the entries always returns a row.
      switch batched.part {
      case .place: transaction.places[batched.table] = answers[index]?.place
      case .entries: transaction.entries[batched.table] = answers[index]?.rows
      case .rows(let question):
        transaction.namedRows = NamedRows(
          table: batched.table, question: question, contents: answers[index]?.contents ?? [])
      }
    }
  }

  /// Returns how the rows of the list's table are read that its log names.
  private func namedRowsQuestion() -> (
    table: String, log: LogQuestion, question: NamedRowsQuestion
  )? {
    guard !transaction.usesUsersSettings, let request = transaction.requests.first,
      let table = transaction.table(of: request),
      let log = transaction.questions[table],
      let question = catalogCache.namedRowsQuestion(for: request, stamp: log.stamp)
    else { return nil }
    return (table, log, question)
  }

  /// Returns the question about a table's log, which is made once and remembered.
  ///
  /// - Returns: The question; `nil` if the table has no complete log that this user can read, as on a standby, which
  ///   doesn't have the entries.
  func logQuestion(of relation: PostgresRelation) async throws(StoreError) -> LogQuestion? {
    if let known = transaction.questions[relation.text] { return known }
    guard let context = transaction.context, !context.server.isStandby,
      let table = context.table(relation.text), table.hasRowsOfItsOwn, table.isLogShown,
      let log = relation.readableLog,
      case .complete(let logged, _, _) = try await self.log(of: relation),
      let stamp = transaction.logStamp(of: relation)
    else { return nil }
    let request = transaction.request(reading: relation.text)
    let (cells, kept, columns) = try await cells(of: logged, for: request)
    let question = LogQuestion(
      about: logged, root: table.root, in: log, cells, columns: columns, printing: printing,
      stamp: stamp,
      // A partition's log entries are about rows of other partitions too.
      oldRows: logged.kept.isEmpty || table.root != relation.oid
        ? nil
        : OldRowQuestion(
          about: logged, relation, in: log, key: cells, kept: kept, printing: printing))
    transaction.questions[relation.text] = question
    catalogCache.keep(
      question, for: request, of: relation, printing: transaction.usesUsersSettings)
    return question
  }

  /// Returns how a table's key and its kept columns are read for a request, or for none, and which columns matter to
  /// the request.
  ///
  /// A column that a request reads in several ways has no cell.
  private func cells(
    of table: LoggedTable, for request: RowRequest?
  ) async throws(StoreError) -> (key: [PostgresCell], kept: [PostgresCell?], columns: Int64) {
    let plain = table.key.map { PostgresCell(of: PostgresType(oid: $0.type.base)) }
    let plainKept = table.kept.map { PostgresCell(of: PostgresType(oid: $0.type.base)) }
    guard let request else { return (plain, plainKept, -1) }
    let source = try await source(of: request)
    let layout = try source.layout(of: request, transaction.dependence(of: request))
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
