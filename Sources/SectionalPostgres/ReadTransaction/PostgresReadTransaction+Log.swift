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

extension PostgresReadTransaction {
  /// Forgets the questions about logs that, or whose tables, aren't as they were when the questions were made.
  mutating func forgetOutdatedQuestions() {
    for (table, question) in logs.questions {
      let relation = relation(table)
      let stamp = relation.flatMap { logStamp(of: $0) }
      if stamp != question.stamp { logs.questions[table] = nil }
    }
  }

  /// Adds to a batch what is known to be worth asking of the tables' logs, the rows that they name last.
  ///
  /// - Parameters:
  ///   - batch: The statements.
  ///   - cache: What the connection remembers of questions.
  /// - Returns: The questions, by the index of their statement.
  func addLogQuestions(
    to batch: inout [BatchedStatement], recalling cache: PostgresCatalogCache
  ) -> [Int: BatchedLogQuestion] {
    var asked: [Int: BatchedLogQuestion] = [:]
    for (table, question) in logs.questions.sorted(by: { $0.key < $1.key }) {
      asked[batch.count] = BatchedLogQuestion(table: table, question: question, part: .place)
      batch.append(question.place)
      guard let cursor, let place = cursor.places[table] else { continue }
      asked[batch.count] = BatchedLogQuestion(table: table, question: question, part: .entries)
      batch.append(question.entries(since: cursor, place, asksWhether: isWatching))
    }
    guard let rows = namedRowsQuestion(in: cache), let cursor,
      let place = cursor.places[rows.table]
    else { return asked }
    asked[batch.count] = BatchedLogQuestion(
      table: rows.table, question: rows.log, part: .rows(rows.question))
    batch.append(rows.question.rows(since: cursor, place, in: rows.log))
    return asked
  }

  /// Keeps the answers.
  mutating func take(_ answers: [Int: LogAnswer], to asked: [Int: BatchedLogQuestion]) {
    for (index, batched) in asked {
      // The statement about the entries always returns a row.
      switch batched.part {
      case .place: logs.places[batched.table] = answers[index]?.place
      case .entries: logs.entries[batched.table] = answers[index]?.rows
      case .rows(let question):
        logs.namedRows = NamedRows(
          table: batched.table, question: question, contents: answers[index]?.contents ?? [])
      }
    }
  }

  /// Returns how the rows of the list's table are read that its log names.
  private func namedRowsQuestion(in cache: PostgresCatalogCache) -> (
    table: String, log: LogQuestion, question: NamedRowsQuestion
  )? {
    guard !usesUsersSettings,
      let request = requests.first,
      let table = self.table(of: request),
      let log = logs.questions[table],
      let question = cache.namedRowsQuestion(for: request, stamp: log.stamp)
    else { return nil }
    return (table, log, question)
  }
}
