import Sectional
import SectionalCSQLite

/// What SQLite itself reported, the cause behind a `StoreError`.
public struct SQLiteFailure: Error, Sendable, CustomStringConvertible {
  /// The extended result code.
  public let code: Int32
  /// SQLite's own words for it.
  public let message: String

  /// The code with SQLite's words.
  public var description: String { "SQLite error \(code): \(message)" }

  /// Describes a failure in general words: what SQLite says of one particular statement can quote values.
  init(_ code: Int32) {
    self.code = code
    message = unsafe String(cString: sqlite3_errstr(code))
  }

  /// Describes a failure of a step; which rule of the schema was broken is named, values are not.
  init(_ code: Int32, on connection: OpaquePointer?) {
    self.code = code
    let hasConnection = unsafe connection != nil
    let isRule = code & 0xFF == SQLITE_CONSTRAINT && hasConnection
    message = unsafe String(cString: isRule ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
  }

  /// Describes a failure to prepare a statement, in SQLite's words about its text.
  init(preparingOn connection: OpaquePointer) {
    code = unsafe sqlite3_extended_errcode(connection)
    message = unsafe String(cString: sqlite3_errmsg(connection))
  }
}

extension StoreError {
  /// Says what an SQLite failure means for somebody who uses a file.
  init(_ failure: SQLiteFailure, path: String) {
    let (code, message) = StoreError.meaning(of: failure, path: path)
    self.init(code, message, cause: failure)
  }

  private static func meaning(
    of failure: SQLiteFailure, path: String
  ) -> (StoreError.Code, String) {
    switch failure.code {
    case SQLITE_READONLY | 1 << 8, SQLITE_READONLY | 3 << 8:
      return (
        .busy,
        "\(path) was left in the middle of a transaction; open it once with a program that may write"
      )
    default: break
    }
    switch failure.code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return (.busy, "\(path) is locked by another program; try again when it is done")
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
      return (.constraintViolated, "a rule of the schema was broken: \(failure.message)")
    case SQLITE_READONLY:
      return (.writeFailed, "\(path) may not be written: \(failure.message)")
    case SQLITE_FULL:
      return (.writeFailed, "the disk of \(path) is full; nothing was written")
    case SQLITE_PERM:
      return (.accessDenied, "\(path) may not be read: \(failure.message)")
    case SQLITE_AUTH:
      return (
        .invalidQuery,
        "BEGIN, COMMIT, ROLLBACK, SAVEPOINT, ATTACH and DETACH are not for statements inside a "
          + "transaction; nest write to take a part back"
      )
    case SQLITE_ERROR, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_MISMATCH:
      return (
        .invalidQuery, "SQLite can't run this: \(failure.message); try it in the sqlite3 program"
      )
    default:
      return (.readFailed, "the work on \(path) failed: \(failure.message)")
    }
  }
}
