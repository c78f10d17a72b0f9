import Sectional
import SectionalCSQLite

/// An error that SQLite itself reported, the cause of a `StoreError`.
public struct SQLiteFailure: Error, Sendable, CustomStringConvertible {
  /// The extended result code.
  public let code: Int32
  /// SQLite's message.
  public let message: String

  /// The code and SQLite's message.
  public var description: String { "SQLite error \(code): \(message)" }

  /// Describes a failure in general terms, because SQLite's message for a particular statement can quote values.
  init(_ code: Int32) {
    self.code = code
    message = unsafe String(cString: sqlite3_errstr(code))
  }

  /// Describes a failed step; it names the constraint that was violated, or says what can't be evaluated, but contains
  /// no values.
  init(_ code: Int32, running statement: OpaquePointer) {
    self.code = code
    let own = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
    switch code & 0xFF {
    case SQLITE_CONSTRAINT: message = own
    case SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_MISMATCH:
      let sql = unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) } ?? ""
      message =
        unsafe SQLiteFailure.obstacle(toPreparing: sql, on: unsafe sqlite3_db_handle(statement))
        ?? SQLiteMessage.withoutData(own, of: sql)
    default: message = unsafe String(cString: sqlite3_errstr(code))
    }
  }

  /// Returns why a statement can't be prepared any longer, because the schema changed; `nil` if it can.
  ///
  /// Such a message is about the statement's text and the schema, and contains no data.
  private static func obstacle(toPreparing sql: String, on connection: OpaquePointer?) -> String? {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    defer { unsafe sqlite3_finalize(statement) }
    return code & 0xFF == SQLITE_ERROR
      ? unsafe String(cString: sqlite3_errmsg(connection)) : nil
  }

  /// Whether SQLite says that a table or a column is missing.
  var isAboutMissingName: Bool {
    message.hasPrefix("no such table: ") || message.hasPrefix("no such column: ")
      || message.contains(" has no column named ")
  }

  /// Describes a failure to prepare a statement, with SQLite's message about its text.
  init(preparingOn connection: OpaquePointer) {
    code = unsafe sqlite3_extended_errcode(connection)
    message = unsafe String(cString: sqlite3_errmsg(connection))
  }
}

extension StoreError {
  /// Translates an SQLite failure for the user of a file.
  init(_ failure: SQLiteFailure, path: String) {
    let (code, message) = StoreError.meaning(of: failure, path: path)
    self.init(code, message, cause: failure)
  }

  private static func meaning(
    of failure: SQLiteFailure, path: String
  ) -> (StoreError.Code, String) {
    switch failure.code {
    case SQLITE_READONLY | 5 << 8, SQLITE_READONLY | 6 << 8:
      return (
        .cannotOpen,
        "\(path) is in WAL mode, and reading it needs the file \(path)-shm, which this user can't "
          + "create; make the folder writable, or copy the file to a folder that is"
      )
    case SQLITE_READONLY | 1 << 8, SQLITE_READONLY | 3 << 8:
      return (
        .busy,
        "\(path) has a transaction that a crash left unfinished; open it once for writing"
      )
    case SQLITE_IOERR | 18 << 8, SQLITE_IOERR | 19 << 8, SQLITE_IOERR | 21 << 8:
      return (
        .readFailed,
        "\(path) is in WAL mode, and the file \(path)-shm, which reading it needs, can't be made; make room on the disk "
          + "and try again"
      )
    default: break
    }
    switch failure.code & 0xFF {
    case SQLITE_IOERR:
      return (
        .readFailed,
        "reading or writing \(path) failed: \(failure.message); check that its disk works "
          + "and has room"
      )
    case SQLITE_BUSY, SQLITE_LOCKED:
      return (.busy, "\(path) is locked by another program; try again when it is done")
    case SQLITE_PROTOCOL:
      return (
        .busy,
        "SQLite gave up waiting for a lock of \(path); try again, and keep the file off network "
          + "drives, whose locks often fail"
      )
    case SQLITE_CANTOPEN:
      return (
        .cannotOpen,
        "\(path) can't be opened; it and its folder must be readable, "
          + "and for a file in WAL mode the folder must be writable too"
      )
    case SQLITE_NOTADB:
      return (.notAStore, "\(path) is not an SQLite database, or it is encrypted")
    case SQLITE_CORRUPT:
      return (
        .damaged, "\(path) is damaged (\(failure.message)); check it with PRAGMA integrity_check"
      )
    case SQLITE_CONSTRAINT:
      return (.constraintViolated, "a constraint was violated: \(failure.message)")
    case SQLITE_READONLY:
      return (.writeFailed, "\(path) can't be written: \(failure.message)")
    case SQLITE_FULL:
      return (
        .writeFailed, "the disk of \(path) is full; nothing was written; make room and try again"
      )
    case SQLITE_PERM:
      return (.accessDenied, "\(path) can't be read: \(failure.message)")
    case SQLITE_AUTH:
      return (
        .invalidQuery,
        "BEGIN, COMMIT, ROLLBACK, SAVEPOINT, ATTACH and DETACH can't be used in statements inside a "
          + "transaction; use savepoint { … } to be able to roll back a part"
      )
    case SQLITE_ERROR, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_MISMATCH:
      return (
        .invalidQuery, "SQLite can't run this: \(failure.message); try it in the sqlite3 program"
      )
    default:
      return (.readFailed, "the operation on \(path) failed: \(failure.message)")
    }
  }
}
