import CPostgres
import Sectional

/// What the server or libpq itself reported, the cause behind a `StoreError`.
public struct PostgresFailure: Error, Sendable, CustomStringConvertible {
  /// The SQLSTATE; empty where there was no server to report one.
  public let code: String
  /// The primary message, without the details, which quote values.
  public let message: String

  /// The code with the message.
  public var description: String { code.isEmpty ? message : "PostgreSQL error \(code): \(message)" }

  /// Describes the failure of a statement.
  init(result: OpaquePointer) {
    code = unsafe PostgresFailure.text(PQresultErrorField(result, Int32(UInt8(ascii: "C"))))
    let message = unsafe PostgresFailure.text(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
    // What is wrong with a value is said by quoting it.
    self.message = code.hasPrefix("22") ? "a value can't be taken by its type" : message
  }

  /// Describes the failure of a connection.
  init(connection: OpaquePointer) {
    code = ""
    message = unsafe PostgresFailure.text(PQerrorMessage(connection))
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func text(_ start: UnsafePointer<CChar>?) -> String {
    unsafe start.map { unsafe String(cString: $0) } ?? ""
  }
}

extension StoreError {
  /// Says what a failure means for somebody who uses a database.
  init(_ failure: PostgresFailure) {
    let (code, message) = StoreError.meaning(of: failure)
    self.init(code, message, cause: failure)
  }

  private static func meaning(of failure: PostgresFailure) -> (StoreError.Code, String) {
    let message = failure.message
    switch failure.code {
    case "": return (.connectionLost, "the connection to the server was lost: \(message)")
    case "42P01": return (.noSuchTable, "\(message); name it with its schema: sales.order")
    case "42703": return (.noSuchColumn, message)
    case "42501": return (.accessDenied, "\(message); its owner can GRANT it")
    case "3D000": return (.cannotOpen, "\(message); psql -l lists the databases")
    case "57014": return (.cancelled, "the statement was cancelled: \(message)")
    case "25006": return (.writeFailed, "\(message); write to the primary server, inside of write")
    case "40001", "40P01", "55P03": return (.busy, "\(message); try again")
    default: break
    }
    switch failure.code.prefix(2) {
    case "28": return (.accessDenied, "\(message); check user and password")
    case "08", "57", "53": return (.connectionLost, "the server gave up the connection: \(message)")
    case "23": return (.constraintViolated, "a rule of the schema was broken: \(message)")
    case "22", "42", "21", "0A":
      return (.invalidQuery, "the server can't run this: \(message); try it in psql")
    default: return (.readFailed, "the server failed: \(message) (SQLSTATE \(failure.code))")
    }
  }
}
