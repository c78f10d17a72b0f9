import Sectional
import SectionalCPostgres

/// An open connection, which closes with the last reference to it.
///
/// It belongs to the actor that holds it, and is used by one thread at a time.
@safe final class PostgresHandle {
  let pointer: OpaquePointer
  /// How long the server lets a statement wait for a lock.
  let lockTimeout: Duration
  let connectTimeout: Duration
  /// How long to wait for the next byte of an answer.
  let silenceTimeout: Duration
  /// What the server says besides its answers.
  let notices = PostgresNotices()

  /// Begins to connect, which may block while a host name is looked up.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - hosts: Which of its hosts to try; `nil` for all.
  /// - Throws: `StoreError` if all hosts refused already.
  init(connectingTo target: PostgresTarget, at hosts: PostgresHosts?) throws(StoreError) {
    let pointer = unsafe PostgresHandle.start(target.parameters + (hosts?.parameters ?? []))
    guard let pointer = unsafe pointer else {
      throw StoreError(.cannotOpen, "there is not enough memory for a connection")
    }
    unsafe self.pointer = pointer
    connectTimeout = target.connectTimeout
    silenceTimeout = target.silenceTimeout
    lockTimeout = .seconds(target.busyTimeout.components.seconds) + .milliseconds(1)
    guard unsafe PQstatus(pointer) != CONNECTION_BAD else { throw refusal }
    // Notices are meant for people at a terminal, and can quote values.
    unsafe PQsetNoticeReceiver(
      pointer,
      { box, result in
        guard let box = unsafe box, let result = unsafe result else { return }
        unsafe Unmanaged<PostgresNotices>.fromOpaque(box).takeUnretainedValue().take(result)
      }, Unmanaged.passUnretained(notices).toOpaque())
  }

  deinit { unsafe PQfinish(pointer) }

  private static func start(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
    unsafe CStrings(parameters.map(\.name)).withPointers { names in
      unsafe CStrings(parameters.map(\.value)).withPointers { values in
        unsafe PQconnectStartParams(names, values, 1)
      }
    }
  }

  /// The hosts besides the one that is being tried; `nil` if there are none.
  var otherHosts: PostgresHosts? {
    let options = unsafe PQconninfo(pointer)
    defer { unsafe PQconninfoFree(options) }
    guard let options = unsafe options else { return nil }
    var values: [String: String] = [:]
    var place = 0
    while let keyword = unsafe options[place].keyword {
      let name = unsafe String(cString: keyword)
      if ["host", "hostaddr", "port"].contains(name), let value = unsafe options[place].val {
        values[name] = unsafe String(cString: value)
      }
      place += 1
    }
    guard let name = unsafe PQhost(pointer), let port = unsafe PQport(pointer) else { return nil }
    return PostgresHosts(
      names: values["host"] ?? "", addresses: values["hostaddr"] ?? "", ports: values["port"] ?? ""
    ).without(name: unsafe String(cString: name), port: unsafe String(cString: port))
  }

  /// Whether the connection can take the next statement.
  ///
  /// If the server has gone away, it sent a message or closed the socket, and reading reveals either.
  var isReady: Bool {
    for _ in 0..<2 where unsafe PQconsumeInput(pointer) != 1 { return false }
    return unsafe PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool {
    [PQTRANS_INTRANS, PQTRANS_INERROR].contains(unsafe PQtransactionStatus(pointer))
  }

  /// The server's process identifier, as reported when the connection was made.
  var processID: Int32 { unsafe PQbackendPID(pointer) }

  /// The encoding in which the server stores text.
  var serverEncoding: String? {
    unsafe PQparameterStatus(pointer, "server_encoding").map { unsafe String(cString: $0) }
  }

  /// Returns whether a result can be taken without waiting; data that TLS has already read from the socket counts.
  func hasResult() throws(StoreError) -> Bool {
    if unsafe PQisBusy(pointer) == 0 { return true }
    guard unsafe PQconsumeInput(pointer) == 1 else { throw loss }
    return unsafe PQisBusy(pointer) == 0
  }

  /// Begins to run statements without arguments, whose rows aren't needed.
  func send(_ statements: String) throws(StoreError) {
    try check(statements)
    guard unsafe PQsendQuery(pointer, statements) == 1 else { throw refusedCommand }
  }

  /// Begins to run statements without arguments; their rows arrive one by one, as text.
  func sendScript(_ statements: String) throws(StoreError) {
    try send(statements)
    wantSingleRows()
  }

  /// Begins to run a statement with text for its placeholders.
  func sendQuery(
    _ sql: String, _ texts: [String], isBinary: Bool = true
  ) throws(StoreError) {
    for text in [sql] + texts { try check(text) }
    let wasSent = unsafe CStrings(texts).withPointers { values in
      unsafe PQsendQueryParams(
        pointer, sql, Int32(texts.count), nil, values, nil, nil, isBinary ? 1 : 0)
    }
    guard wasSent == 1 else { throw refusedCommand }
  }

  /// Makes the rows of the statement whose results come next arrive one by one.
  ///
  /// It has no effect on results that aren't rows.
  func wantSingleRows() { unsafe _ = PQsetSingleRowMode(pointer) }

  /// Begins to collect statements that are sent together.
  func beginBatch() throws(StoreError) {
    guard unsafe PQenterPipelineMode(pointer) == 1 else { throw refusedCommand }
  }

  /// Lets the server send the answers to what was collected so far as soon as it has them.
  func flushAnswers() throws(StoreError) {
    guard unsafe PQsendFlushRequest(pointer) == 1 else { throw refusedCommand }
  }

  /// Ends the collection, so that the server answers.
  func endSendingBatch() throws(StoreError) {
    guard unsafe PQpipelineSync(pointer) == 1 else { throw refusedCommand }
  }

  /// Returns to one statement at a time, once every answer was taken.
  func endBatch() throws(StoreError) {
    guard unsafe PQexitPipelineMode(pointer) == 1 else { throw refusedCommand }
  }

  /// Ends the batch if every answer was taken, and returns whether it did.
  func leavesBatch() -> Bool { unsafe PQexitPipelineMode(pointer) == 1 }

  /// Begins to prepare a statement, either under a name or as the unnamed one.
  func sendPreparation(of sql: String, as name: String = "") throws(StoreError) {
    try check(sql)
    guard unsafe PQsendPrepare(pointer, name, sql, 0, nil) == 1 else { throw refusedCommand }
  }

  /// Checks that C sees the whole text.
  private func check(_ sql: String) throws(StoreError) {
    guard !sql.utf8.contains(0) else {
      throw StoreError(
        .invalidQuery, "the SQL contains a zero byte, which is not allowed in a statement")
    }
  }

  /// Begins to describe a prepared statement.
  func sendDescription(of name: String = "") throws(StoreError) {
    guard unsafe PQsendDescribePrepared(pointer, name) == 1 else { throw refusedCommand }
  }

  /// Begins to run a prepared statement.
  func sendPrepared(
    _ arguments: [String?], as name: String = "", isBinary: Bool = true
  ) throws(StoreError) {
    let wasSent = unsafe CStrings(arguments).withPointers { values in
      unsafe PQsendQueryPrepared(
        pointer, name, Int32(arguments.count), values, nil, nil, isBinary ? 1 : 0)
    }
    guard wasSent == 1 else { throw refusedCommand }
  }

  /// The error for a failure to connect, with the reason that the server or the network reported.
  var refusal: StoreError {
    let failure = unsafe PostgresFailure(connection: pointer)
    if unsafe PQconnectionNeedsPassword(pointer) == 1 {
      return StoreError(
        .accessDenied,
        "the server requires a password; put it into PGPASSWORD, a password file or the URL",
        cause: failure)
    }
    // libpq reports no error code here, only a message.
    let isFull = failure.message.contains("too many connections")
    let isAboutUser =
      !isFull
      && ["authentication failed", "role \"", "pg_hba.conf"].contains {
        failure.message.contains($0)
      }
    if isAboutUser {
      return StoreError(
        .accessDenied, "the server refused the user or the password: \(failure.message)",
        cause: failure)
    }
    // Messages that name a database are about permanent problems; a server that starts, stops or is full sends others.
    if failure.message.contains("FATAL"), failure.message.contains("database \""), !isFull {
      return StoreError(
        .cannotOpen, "the server refused the connection: \(failure.message)", cause: failure)
    }
    if failure.message.contains("parameter \"") {
      return StoreError(
        .cannotOpen,
        "the server refused a setting of PGOPTIONS or of the URL's options: \(failure.message)",
        cause: failure)
    }
    let problem =
      failure.message.contains("FATAL") ? "accepts no connection now" : "can't be reached"
    let advice = isFull ? "; close others, or raise the limit" : ""
    return StoreError(
      .unreachable, "the server \(problem): \(failure.message)\(advice)", cause: failure)
  }

  /// The error for a command that libpq rejects.
  private var refusedCommand: StoreError {
    guard unsafe PQstatus(pointer) == CONNECTION_OK else { return loss }
    let failure = unsafe PostgresFailure(connection: pointer)
    return StoreError(
      .unsupported,
      "one connection does one thing at a time, with up to 65,535 arguments: \(failure.message)",
      cause: failure)
  }

  /// The error for a connection that was lost.
  var loss: StoreError {
    let failure = unsafe PostgresFailure(connection: pointer)
    return StoreError(
      .connectionLost,
      "the connection to the server was lost; the next read connects again: "
        + failure.message, cause: failure)
  }
}

/// Strings as C expects them, followed by a null pointer.
private struct CStrings {
  private let texts: [String?]

  init(_ texts: [String?]) { self.texts = texts }

  func withPointers<Output>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Output
  ) -> Output {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in texts {
      guard let characters = text?.utf8CString else {
        unsafe pointers.append(nil)
        continue
      }
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      unsafe copy.initialize(from: Array(characters), count: characters.count)
      unsafe pointers.append(copy)
    }
    unsafe pointers.append(nil)
    defer { while let pointer = unsafe pointers.popLast() { unsafe pointer?.deallocate() } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
        unsafe body($0.baseAddress)
      }
    }
  }
}
