import Foundation
import Sectional
import SectionalCSQLite

/// An open connection to a file, which closes with the last reference to it.
///
/// Its owner uses it from one thread at a time.
@safe final class SQLiteHandle {
  let pointer: OpaquePointer
  let path: String
  /// The file, and the path at which the connection is noted if it may read.
  private var opened: (file: FileIdentity, notedPath: String?)
  private let busyHandler: BusyHandler
  /// Whether nobody writes to the file.
  let isImmutable: Bool
  /// The collations with a collator that SQL can name on this connection.
  let collations: Set<TextCollation>
  // State: used only on the connection's queue.
  private var facts = LastingFacts()
  private var statements = StatementCache()
  /// What the last read transaction read.
  var lastRead = LastRead()
  /// What is known of the pages that SQLite caches.
  var cachedPages = CachedPages()
  /// What the connection reads and writes the file through, if the file is in WAL mode.
  var usedLog = UsedLog()
  /// The lock witnesses, by the path of the file whose locks they report.
  var witnesses: [String: LockWitness] = [:]

  /// Opens a file, and changes neither it nor its journal mode unless the file is created.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - configuration: How to open it.
  ///   - creates: Whether to create a missing file.
  /// - Throws: `StoreError` if the file doesn't exist or can't be used.
  init(
    path: String, _ configuration: SQLiteConfiguration, creates: Bool
  ) throws(StoreError) {
    let access = configuration.access
    let isMissing = unsafe Foundation.access(path, F_OK) != 0
    let isNew = isMissing && creates && access == .readWrite
    if isNew { try FileIdentity.checkFolder(of: path) }
    let found = isNew ? nil : try FileIdentity(of: path)
    let pointer = try unsafe SQLiteHandle.open(path, access, creates: isNew)
    var noted: String?
    // The preparation may read.
    let readsAtOnce = unsafe configuration.prepareConnection != nil && access != .immutable
    if let found, readsAtOnce {
      noted = unsafe SQLiteHandle.openedPath(of: pointer)
      if let noted { OpenConnections.add(to: found, at: noted) }
    }
    busyHandler = BusyHandler(configuration)
    isImmutable = access == .immutable
    collations = Set(configuration.collations)
    do throws(StoreError) {
      unsafe sqlite3_extended_result_codes(pointer, 1)
      unsafe busyHandler.install(on: pointer)
      try unsafe SearchFunctions.add(to: pointer)
      try unsafe RegisteredCollations.add(configuration.collations, to: pointer)
      try unsafe SQLiteHandle.prepare(pointer, configuration, path)
      if isNew { try unsafe SQLiteHandle.run("PRAGMA journal_mode = WAL", on: pointer, path) }
      if let found { opened = (found, noted) } else { opened = (try FileIdentity(of: path), noted) }
    } catch {
      if let noted, let found {
        let memory = try? FileIdentity(of: noted + "-shm")
        unsafe OpenConnections.close(pointer, to: found, at: noted, sharing: memory)
      } else {
        unsafe sqlite3_close_v2(pointer)
      }
      throw error
    }
    unsafe self.pointer = pointer
    self.path = path
  }

  deinit {
    // The state with which a log began looks like the one with which the next one does.
    if usedLog.isHeld, let file = lastRead.file?.state { OpenedFiles.note(file) }
    // SQLite would remove the log, which is another one by now.
    if hasLostLog { leaveLog() }
    guard let path = opened.notedPath else {
      unsafe sqlite3_close_v2(pointer)
      return
    }
    let memory = usedLog.memory ?? (try? FileIdentity(of: sharedMemoryPath))
    statements = StatementCache()
    unsafe sqlite3_busy_timeout(pointer, 0)
    unsafe OpenConnections.close(pointer, to: opened.file, at: path, sharing: memory)
  }

  /// Notes that this connection is going to read the file.
  func noteOpening() {
    guard opened.notedPath == nil, !isImmutable, let path = openedPath else { return }
    OpenConnections.add(to: opened.file, at: path)
    opened.notedPath = path
  }

  /// Creates a handle with an empty database in memory, and with the functions and collations of another one.
  convenience init(inMemoryLike other: SQLiteHandle) throws(StoreError) {
    try self.init(inPlaceOf: other, knowing: other.collations)
    try unsafe SearchFunctions.add(to: pointer)
    try unsafe RegisteredCollations.add(Array(other.collations), to: pointer)
    try execute("PRAGMA page_size = \(other.integer("PRAGMA page_size"))")
    if try !other.isUTF8() { try execute("PRAGMA encoding = 'UTF-16'") }
  }

  /// Creates a handle that takes the place of one that is closed, and whose database is empty.
  init(
    inPlaceOf closed: SQLiteHandle, knowing collations: Set<TextCollation> = []
  ) throws(StoreError) {
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open(":memory:", &opened)
    guard result == SQLITE_OK, let pointer = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw StoreError(SQLiteFailure(result), path: closed.path)
    }
    unsafe self.pointer = pointer
    (path, busyHandler) = (closed.path, closed.busyHandler)
    self.opened = (closed.opened.file, nil)
    (isImmutable, self.collations) = (true, collations)
  }

  private static func prepare(
    _ pointer: OpaquePointer, _ configuration: SQLiteConfiguration, _ path: String
  ) throws(StoreError) {
    do {
      try unsafe configuration.prepareConnection?(pointer)
    } catch {
      throw StoreError(
        .cannotOpen, "the connection to \(path) could not be prepared: \(error)", cause: error)
    }
    guard unsafe sqlite3_get_autocommit(pointer) == 0 else { return }
    throw StoreError(
      .cannotOpen, "prepareConnection left a transaction open on \(path); end it there")
  }

  private static func open(
    _ path: String, _ access: SQLiteAccess, creates: Bool
  ) throws(StoreError) -> OpaquePointer {
    var opened: OpaquePointer?
    let mode = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let flags = mode | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
    let result =
      access == .immutable
      ? unsafe sqlite3_open_v2(immutableName(path), &opened, flags | SQLITE_OPEN_URI, nil)
      : unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let pointer = unsafe opened else {
      let failure = SQLiteFailure(result)
      unsafe sqlite3_close_v2(opened)
      throw StoreError(failure, path: path)
    }
    return unsafe pointer
  }

  /// Returns the URI that opens a file without locks (https://www.sqlite.org/uri.html).
  private static func immutableName(_ path: String) -> String {
    let place = URL(filePath: path).absoluteURL.path
    let name = place.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? place
    return "file://\(name)?immutable=1"
  }

  private static func run(
    _ sql: String, on pointer: OpaquePointer, _ path: String
  ) throws(StoreError) {
    let result = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw StoreError(SQLiteFailure(result), path: path) }
  }

  /// Whether the path no longer leads to the open file.
  var hasMoved: Bool { !opened.file.isFile(at: path) }

  /// The open file's state, or `nil` if the path no longer leads to the file.
  ///
  /// What is read through this handle must never be taken for the contents of a file that has been put in its place.
  var seenFile: SeenFile? {
    SeenFile(at: path).flatMap { seen in opened.file.isFile(in: seen.state) ? seen : nil }
  }

  /// The file and the memory that its connections share, if the file is in WAL mode.
  var files: SharedFacts.Files? {
    usedLog.memory.map { SharedFacts.Files(file: opened.file, memory: $0) }
  }

  /// Whether another handle has the same file open.
  func hasSameFile(as other: SQLiteHandle) -> Bool { opened.file == other.opened.file }

  /// The number of times that SQLite looked at a page of the file, in its cache or outside of it.
  var pageReads: Int {
    [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
      var (count, highest) = (Int32(0), Int32(0))
      unsafe sqlite3_db_status(pointer, status, &count, &highest, 0)
      return sum + Int(count)
    }
  }

  /// The maximum number of columns that a statement can return.
  var mostColumns: Int { Int(unsafe sqlite3_limit(pointer, SQLITE_LIMIT_COLUMN, -1)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  /// Runs a body that fails immediately, instead of waiting, if another program has locked the file.
  func withoutWaiting<Output>(
    _ body: () throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    unsafe sqlite3_busy_timeout(pointer, 0)
    defer { unsafe busyHandler.install(on: pointer) }
    return try body()
  }
}

extension SQLiteHandle {
  /// Prepares one statement.
  ///
  /// - Throws: `StoreError` with SQLite's message, or if a second statement follows.
  func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Returns a statement that is ready to be bound, and that is prepared only the first time.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - isFromOutside: Whether it is user-written, so that it is prepared under other rules than the library's own
  ///     statements.
  /// - Returns: The statement, reset.
  /// - Throws: `StoreError` with SQLite's message.
  func prepared(_ sql: String, isFromOutside: Bool = false) throws(StoreError) -> SQLiteStatement {
    if let statement = statements.statement(sql, isFromOutside: isFromOutside) { return statement }
    let statement = try prepare(sql)
    statements.keep(statement, sql, isFromOutside: isFromOutside)
    return statement
  }

  /// Runs a statement and discards its rows.
  func execute(_ sql: String) throws(StoreError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// How many rows the handle's statements have inserted, updated or deleted so far, those of triggers included.
  var totalChanges: Int64 { unsafe sqlite3_total_changes64(pointer) }

  /// Returns the first cell of a statement's first row as an integer, or zero if it has no row.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepared(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }
}

extension SQLiteHandle {
  /// Returns whether the file stores text as UTF-8, which never changes.
  func isUTF8() throws(StoreError) -> Bool {
    if let isUTF8 = facts.isUTF8 { return isUTF8 }
    let statement = try prepare("PRAGMA encoding")
    let isUTF8 = try statement.step() ? statement.text(at: 0) == "UTF-8" : true
    facts.isUTF8 = isUTF8
    return isUTF8
  }

  /// Whether the file's times and its log can be relied on to distinguish its states.
  var isStampable: Bool {
    if let isStampable = facts.isStampable { return isStampable }
    let isStampable = findOutWhetherStampable()
    facts.isStampable = isStampable
    return isStampable
  }

  /// When the file was created, if that is known.
  var born: Int64? {
    if let born = facts.born { return born }
    // Elsewhere, the numbers and times of files may be made up.
    let born = isStampable ? seenFile?.state.birth(at: path) : nil
    facts.born = .some(born)
    return born
  }

  /// Whether the last transaction read through a log; the mode can't be changed while the connection is open.
  var isInWALMode: Bool { lastRead.isInWALMode }
}
