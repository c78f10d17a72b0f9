import Sectional
import SectionalCPostgres

/// A statement that is sent together with others.
struct BatchedStatement: Sendable {
  let text: String
  /// The values of the placeholders, as text for the server to parse.
  var arguments: [String] = []
  /// Whether the server keeps the prepared statement for the next time, if it can.
  var isKept = false
  /// Whether the rows are wanted in binary form rather than as text.
  var isBinary = false
  /// Whether there can be so many rows that they are taken one by one as they arrive.
  var hasManyRows = false
  /// Whether it reads a list's rows, which can be many bytes; what comes before it is answered without waiting for it.
  var readsTable = false
}

extension PostgresConnection {
  /// Runs statements in a single round trip; if one fails, the server skips the rest.
  ///
  /// - Parameters:
  ///   - batch: The statements.
  ///   - body: Called for each row, with the index of its statement; the rows are valid only if the call returns
  ///     without an error.
  /// - Throws: `StoreError` for the first statement that the server rejects, and what the body throws.
  func run(
    _ batch: [BatchedStatement], _ body: (Int, PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) {
    guard !Task.isCancelled else { throw .cancelledWork }
    var commands = BatchCommands()
    try handle.beginBatch()
    do throws(StoreError) {
      for (index, statement) in batch.enumerated() {
        if statement.readsTable { try handle.flushAnswers() }
        try send(statement, index, &commands)
      }
      try handle.endSendingBatch()
      try await finish(&commands, body)
      try handle.endBatch()
    } catch {
      // A batch that was cut short leaves answers behind.
      if !handle.leavesBatch() { session.note(.lost) }
      throw error
    }
  }

  private func send(
    _ statement: BatchedStatement, _ index: Int, _ commands: inout BatchCommands
  ) throws(StoreError) {
    guard statement.isKept, session.isDirect else {
      commands.queue.append(.rows(of: index, isMany: statement.hasManyRows))
      return try handle.sendQuery(
        statement.text, statement.arguments, isBinary: statement.isBinary)
    }
    let name: String
    if let known = statements[ExactName(statement.text)] ?? commands.preparation(of: statement.text)
    {
      name = known.name
    } else {
      name = nextStatementName()
      try handle.sendPreparation(of: statement.text, as: name)
      commands.queue.append(
        .preparation(
          PostgresStatement(name: name, readsTable: statement.readsTable), of: statement.text))
    }
    try handle.sendPrepared(statement.arguments, as: name, isBinary: statement.isBinary)
    commands.queue.append(.rows(of: index, isMany: statement.hasManyRows))
  }

  /// Consumes all results of a batch, and throws the first error.
  private func finish(
    _ commands: inout BatchCommands, _ body: (Int, PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) {
    var taken = commands
    let failure = await cancellable { _ in await results(of: &taken, body) }
    commands = taken
    if let failure { throw failure }
  }

  private func results(
    of commands: inout BatchCommands, _ body: (Int, PostgresResult) throws(StoreError) -> Void
  ) async -> StoreError? {
    var failure: StoreError?
    do throws(StoreError) {
      while !commands.isOver {
        if case .rows(_, isMany: true)? = commands.current { handle.wantSingleRows() }
        while let result = try await nextResult() {
          do throws(StoreError) { try take(result, &commands, body) } catch {
            failure = failure ?? error
            if session.phase == .lost { return failure }
          }
        }
        commands.next()
      }
    } catch {
      failure = failure ?? error
    }
    return failure
  }

  private func take(
    _ result: PostgresResult, _ commands: inout BatchCommands,
    _ body: (Int, PostgresResult) throws(StoreError) -> Void
  ) throws(StoreError) {
    switch (commands.current, result.status) {
    case (_, PGRES_PIPELINE_SYNC): commands.isSynchronized = true
    // Skipped after the failure of an earlier statement.
    case (_, PGRES_PIPELINE_ABORTED): break
    case (.preparation(let statement, let text)?, PGRES_COMMAND_OK):
      statements[ExactName(text)] = statement
    case (.rows(let index, _)?, PGRES_SINGLE_TUPLE), (.rows(let index, _)?, PGRES_TUPLES_OK):
      do throws(StoreError) {
        try result.forEachRow { result throws(StoreError) in try body(index, result) }
      } catch {
        session.note(.lost)
        throw error
      }
    case (_, PGRES_COMMAND_OK), (_, PGRES_TUPLES_OK): break
    default: throw StoreError(result.failure)
    }
  }
}

/// What was sent in a batch, and how far its answers have come.
private struct BatchCommands {
  enum Command {
    case preparation(PostgresStatement, of: String)
    case rows(of: Int, isMany: Bool)
  }

  var queue: [Command] = []
  var isSynchronized = false
  private var position = 0

  /// The command whose results arrive; `nil` after the last one.
  var current: Command? { queue.dropFirst(position).first }
  var isOver: Bool { isSynchronized }

  /// Returns the statement that an earlier command of the batch prepares from a text.
  func preparation(of text: String) -> PostgresStatement? {
    for case .preparation(let statement, let other) in queue
    where ExactName(other) == ExactName(text) {
      return statement
    }
    return nil
  }

  mutating func next() { position += 1 }
}
