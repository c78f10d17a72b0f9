import Sectional
import SectionalCPostgres
import SectionalSQL

extension PostgresConnection {
  /// Whether the server compares text by the same bytes that it has here.
  var comparesUTF8: Bool { handle.serverEncoding == "UTF8" }

  /// Runs statements without arguments, and discards their rows.
  ///
  /// - Returns: The number of rows that the last statement inserted, updated or deleted.
  @discardableResult func run(_ statements: String) async throws(StoreError) -> Int {
    transaction.forgetSources()
    try handle.send(statements)
    return try await finish { _ in }
  }

  /// Runs one statement, and discards its rows.
  ///
  /// - Returns: The number of rows that were inserted, updated or deleted.
  @discardableResult func run(
    _ sql: String, _ arguments: [PostgresArgument]
  ) async throws(StoreError) -> Int {
    transaction.forgetSources()
    return try await rows(sql, arguments: arguments) { _ in }
  }

  /// Runs user-written statements, which may change anything in the session.
  ///
  /// - Returns: The number of rows that the last statement inserted, updated or deleted.
  func execute(_ sql: String, _ arguments: [PostgresArgument]) async throws(StoreError) -> Int {
    session.note(.ranForeignStatements)
    return arguments.isEmpty ? try await run(sql) : try await run(sql, arguments)
  }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement, with placeholders `$1`, `$2`, ….
  ///   - arguments: The values of the placeholders, for whichever types the server infers for these.
  ///   - isKept: Whether the server should keep the prepared statement for the next time, if it can.
  ///   - body: Called for each row as it arrives; the rows are valid only if the call returns without an error.
  /// - Returns: The number of rows that were inserted, updated or deleted.
  /// - Throws: `StoreError` if the server rejects the statement, and what the body throws.
  @discardableResult func rows(
    _ sql: String, arguments: [PostgresArgument], isKept: Bool = false,
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let keepsIt = isKept && session.isDirect
    guard keepsIt || !arguments.isEmpty else { return try await rows(sql, [], body) }
    guard !Task.isCancelled else { throw .cancelledWork }
    let known = keepsIt ? statements[ExactName(sql)].flatMap { $0.types == nil ? nil : $0 } : nil
    let name = known?.name ?? (keepsIt ? nextStatementName() : "")
    let statement: PostgresStatement
    if let known { statement = known } else { statement = try await prepare(sql, as: name) }
    if keepsIt { statements[ExactName(sql)] = statement }
    try handle.sendPrepared(try texts(of: arguments, for: statement), as: name)
    handle.wantSingleRows()
    return try await finish(body)
  }

  /// Runs one statement, in a single round trip.
  ///
  /// - Parameters:
  ///   - sql: The statement, with placeholders `$1`, `$2`, ….
  ///   - texts: The values of the placeholders, as text for the server to parse.
  ///   - body: Called for each row as it arrives; the rows are valid only if the call returns without an error.
  /// - Returns: The number of rows that were inserted, updated or deleted.
  /// - Throws: `StoreError` if the server rejects the statement, and what the body throws.
  @discardableResult func rows(
    _ sql: String, _ texts: [String] = [], _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    guard !Task.isCancelled else { throw .cancelledWork }
    try handle.sendQuery(sql, texts)
    handle.wantSingleRows()
    return try await finish(body)
  }

  /// Runs statements without arguments, in a single round trip.
  ///
  /// - Parameters:
  ///   - script: The statements, separated by semicolons.
  ///   - body: Called for each row of any of the statements, with its cells as text.
  /// - Throws: `StoreError` if the server rejects a statement, and what the body throws.
  func rows(
    script: String, _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) {
    guard !Task.isCancelled else { throw .cancelledWork }
    try handle.sendScript(script)
    // A result that isn't a row has no cells to read.
    try await finish { row throws(StoreError) in
      if row.status == PGRES_SINGLE_TUPLE { try body(row) }
    }
  }

  /// Waits until the previous transaction has ended.
  func finishEnding() async throws(StoreError) {
    try await answering(within: .seconds(10)) { () async throws(StoreError) in
      // The end of a transaction is never cancelled: the connection is needed again.
      _ = try await results(nil) { _ in }.get()
    }
    session.note(.ended)
  }

  /// Runs a body during which the server must answer in time; otherwise the connection is considered lost.
  func answering(
    within duration: Duration, _ body: () async throws(StoreError) -> Void
  ) async throws(StoreError) {
    deadline = .now + duration
    defer { deadline = nil }
    try await body()
  }

  /// Prepares a statement, and determines the types of its placeholders.
  private func prepare(
    _ sql: String, as name: String
  ) async throws(StoreError) -> PostgresStatement {
    var types = try await describe(sql, as: name).parameterTypes
    let unknown = types.filter { $0 >= PostgresType.firstCustomOID && baseTypes[$0] == nil }
    if !unknown.isEmpty {
      for type in unknown { try await learnBaseType(of: type) }
      // Looking them up replaced the unnamed statement.
      if name.isEmpty { types = try await describe(sql).parameterTypes }
    }
    return PostgresStatement(name: name, types: types.map { baseTypes[$0] ?? $0 })
  }

  /// Returns arguments as text for the types of a statement's placeholders.
  func texts(
    of arguments: [PostgresArgument], for statement: PostgresStatement
  ) throws(StoreError) -> [String?] {
    guard arguments.count <= PostgresConnection.mostArguments else {
      throw StoreError(
        .unsupported,
        "a statement can have \(PostgresConnection.mostArguments) arguments, and this one has "
          + "\(arguments.count); split it")
    }
    let types = statement.types ?? []
    guard types.count == arguments.count else {
      throw StoreError(
        .invalidQuery,
        "the SQL has placeholders for \(types.count) arguments and "
          + "\(arguments.count) were given; give one for each")
    }
    var texts: [String?] = []
    for (argument, type) in zip(arguments, types) {
      texts.append(try argument.text(for: PostgresType(oid: type)))
    }
    return texts
  }

  /// Prepares a statement without running it.
  ///
  /// - Returns: The types of its placeholders, and the columns of its rows.
  func describe(
    _ sql: String, as name: String = ""
  ) async throws(StoreError) -> (
    parameterTypes: [UInt32], columns: [(name: String, type: UInt32)]
  ) {
    try handle.sendPreparation(of: sql, as: name)
    try await finish { _ in }
    var description: ([UInt32], [(name: String, type: UInt32)]) = ([], [])
    try handle.sendDescription(of: name)
    try await finish { description = ($0.parameterTypes, $0.columns) }
    return description
  }

  /// libpq accepts at most 30,000 bytes of description for the placeholders' types.
  private static let mostArguments = 7000

  /// Determines the base type of a domain.
  private func learnBaseType(of type: UInt32) async throws(StoreError) {
    baseTypes[type] = type
    try await rows(
      """
      SELECT \(PostgresCatalog.baseType(of: "\(type)::pg_catalog.oid"))::pg_catalog.text
      """
    ) { row in baseTypes[type] = row.text(at: 0).flatMap { UInt32($0) } ?? type }
  }

  /// Consumes all results, and throws the first error once the connection is ready for the next statement.
  @discardableResult private func finish(
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let end = deadline
    defer { deadline = end }
    let outcome = await cancellable { await results($0, body) }
    return try outcome.get()
  }

  private func results(
    _ cancellation: StatementCancellation?, _ body: (PostgresResult) throws(StoreError) -> Void
  ) async -> Result<Int, StoreError> {
    var failure: StoreError?
    var changes = 0
    do throws(StoreError) {
      while let result = try await nextResult() {
        // After a failure, the remaining results are only consumed, so that the transaction can continue.
        if failure != nil, result.status == PGRES_SINGLE_TUPLE { continue }
        do throws(StoreError) {
          changes = try take(result, cancellation, body) ?? changes
        } catch {
          failure = failure ?? error
          if session.phase == .lost { break }
        }
      }
    } catch {
      failure = failure ?? error
    }
    return failure.map { .failure($0) } ?? .success(changes)
  }

  /// Consumes a result; if the body throws, a read cancels the statement, but a write has more to lose and doesn't.
  ///
  /// - Returns: The number of rows that were written, if the result contains it.
  private func take(
    _ result: PostgresResult, _ cancellation: StatementCancellation?,
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    switch result.status {
    case PGRES_SINGLE_TUPLE, PGRES_COMMAND_OK:
      if result.isOfOtherStatement { transaction.writing?.ranOtherStatements = true }
      do throws(StoreError) { try body(result) } catch {
        if session.phase == .reading { abandon(cancellation) }
        throw error
      }
      return result.changes
    case PGRES_TUPLES_OK: return result.changes
    case PGRES_EMPTY_QUERY: throw StoreError(.invalidQuery, "the SQL contains no statement")
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      session.note(.lost)
      throw StoreError(.unsupported, "COPY is not supported here; run it in psql")
    default: throw StoreError(result.failure)
    }
  }

  /// Cancels a statement whose further rows aren't needed; those that are under way are consumed.
  private func abandon(_ cancellation: StatementCancellation?) {
    guard let cancellation else { return session.note(.lost) }
    cancellation.schedule()
    // A server that can't be asked sends all of them.
    deadline = min(deadline ?? .now + .seconds(5), .now + .seconds(5))
  }

  func nextResult() async throws(StoreError) -> PostgresResult? {
    var cancelled: ContinuousClock.Instant?
    var silent: ContinuousClock.Instant?
    while true {
      let unsent = unsafe PQflush(handle.pointer)
      guard unsent >= 0 else { throw handle.loss }
      if unsent == 0, try handle.hasResult() {
        return unsafe PQgetResult(handle.pointer).map { unsafe PostgresResult($0) }
      }
      let readiness = unsent == 0 ? SocketReadiness.reading : .writing
      if unsafe !readiness.comes(on: PQsocket(handle.pointer)) {
        let start = silent ?? .now
        await wait(for: readiness)
        silent = unsafe readiness.comes(on: PQsocket(handle.pointer), within: .zero) ? nil : start
      }
      guard unsafe PQconsumeInput(handle.pointer) == 1 else { throw handle.loss }
      let isSilent = silent.map { $0.duration(to: .now) > handle.silenceTimeout } ?? false
      if isSilent || deadline.map({ $0 < .now }) == true {
        session.note(.lost)
        throw StoreError(
          .connectionLost,
          "the server did not answer in time; the next read connects again")
      }
      guard Task.isCancelled else { continue }
      // A server that can no longer be reached doesn't receive the cancel request.
      let start = cancelled ?? .now
      cancelled = start
      guard start.duration(to: .now) < .seconds(5) else {
        session.note(.lost)
        throw .cancelledWork
      }
    }
  }
}
