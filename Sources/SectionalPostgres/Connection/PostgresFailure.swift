import Sectional
import SectionalCPostgres
import SectionalSQL

/// An error that the server or libpq itself reported, the cause of a `StoreError`.
public struct PostgresFailure: Error, Sendable, CustomStringConvertible {
  /// The SQLSTATE, or an empty string if no server reported one.
  public let code: String
  /// The primary message, without the details, which quote values.
  public let message: String

  /// Whether the server itself reported it, and not a pooler in front of it, which uses codes in its own way.
  let isOfServer: Bool

  /// The code and the message.
  public var description: String { code.isEmpty ? message : "PostgreSQL error \(code): \(message)" }

  /// Returns whether values, locks or the server's resources are the cause of an error, and not what is remembered of its catalogs.
  static func isOfData(_ error: any Error) -> Bool {
    if let failure = error as? PostgresFailure {
      return ["22", "23", "40", "53", "55", "57", "P0"].contains(failure.code.prefix(2))
    }
    guard let error = error as? StoreError else { return false }
    return error.code == .unexpectedCell || error.cause.map(isOfData) == true
  }

  /// Describes the failure of a statement.
  init(result: OpaquePointer) {
    code = unsafe PostgresFailure.text(PQresultErrorField(result, Int32(UInt8(ascii: "C"))))
    let message = unsafe PostgresFailure.text(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
    func has(_ field: Unicode.Scalar) -> Bool {
      unsafe PQresultErrorField(result, Int32(field.value)) != nil
    }
    // A violated rule comes with the name of a constraint or a column.
    let isAboutRule = code.hasPrefix("23") && (has("n") || has("c"))
    // The server always names its routine.
    isOfServer = has("R")
    self.message = PostgresFailure.shown(
      message, code: code, isAboutText: has("P"), isAboutRule: isAboutRule,
      hasContext: has("W"), isRaised: unsafe PostgresFailure.isRaised(result, code: code))
  }

  /// Returns whether a function of the database's own raised the error, so that its message can contain anything.
  ///
  /// The names of the server's source files are in no language, unlike the error's context.
  private static func isRaised(_ result: OpaquePointer, code: String) -> Bool {
    let file = unsafe text(PQresultErrorField(result, Int32(UInt8(ascii: "F"))))
    let routine = unsafe text(PQresultErrorField(result, Int32(UInt8(ascii: "R"))))
    return ["P0", "38", "39"].contains(code.prefix(2)) || routine.hasPrefix("exec_stmt_")
      || ["plpy", "plperl", "pltcl"].contains { file.hasPrefix($0) }
  }

  /// Returns the part of a message that can be shown, because an error about a value quotes the value.
  ///
  /// A message that refers to a position in the statement's text quotes that text, and one about a constraint only names
  /// the constraint. With a context, the statement can be one that a function made from data. Any other message may
  /// contain values that were bound or read: in quotation marks, after a colon, or as numbers.
  private static func shown(
    _ message: String, code: String, isAboutText: Bool, isAboutRule: Bool, hasContext: Bool,
    isRaised: Bool
  ) -> String {
    if ["22021", "22P05"].contains(code) { return withoutText(message) }
    if isRaised { return "a database function raised an error; see the server's log" }
    if isAboutRule { return message }
    // These quote names from the schema.
    let isAboutSchema = ["42P07", "42701", "42710", "42P06", "42501", "55P03"].contains(code)
    let isAboutOwnText = isAboutText && !code.hasPrefix("22")
    return !hasContext && (isAboutSchema || isAboutOwnText) ? message : withoutData(message)
  }

  /// Returns what a message about a text that can't be converted says, without the text's bytes.
  private static func withoutText(_ message: String) -> String {
    let target = message.firstMatch(of: /has no equivalent in encoding "(\w+)"/)?.1
    return "a text can't be converted to \(target.map { $0 == "UTF8" ? "UTF-8" : $0 } ?? "UTF-8")"
  }

  /// Returns a message without what is in quotation marks, after a colon, or a number.
  static func withoutData(_ message: String) -> String {
    // A value can begin with a combining mark, so scalars are looked at, not characters.
    var shown = message.unicodeScalars
    // Each language of the server's messages has its own. These two are apostrophes, too.
    func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isQuotationMark && scalar != "'" && scalar != "\u{2019}"
    }
    if let first = shown.firstIndex(where: isQuotationMark),
      let last = shown.lastIndex(where: isQuotationMark)
    {
      shown.replaceSubrange(first...last, with: "\"…\"".unicodeScalars)
    }
    if let colon = shown.firstRange(of: ": ".unicodeScalars),
      shown[colon.upperBound...].first != "\""
    {
      shown.replaceSubrange(colon.upperBound..., with: "…".unicodeScalars)
    }
    return String(shown).replacing(/[0-9]+/.matchingSemantics(.unicodeScalar), with: "…")
  }

  /// Describes the failure of a connection.
  init(connection: OpaquePointer) {
    code = ""
    isOfServer = false
    message = unsafe PostgresFailure.text(PQerrorMessage(connection))
      .split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.joined(
        separator: "; ")
  }

  private static func text(_ start: UnsafePointer<CChar>?) -> String {
    unsafe start.map { unsafe String(cString: $0) } ?? ""
  }
}

extension StoreError {
  /// Translates a failure for the user of a database.
  init(_ failure: PostgresFailure) {
    let (code, message) = StoreError.meaning(of: failure)
    self.init(code, message, cause: failure)
  }

  private static func meaning(of failure: PostgresFailure) -> (StoreError.Code, String) {
    let message = failure.message
    switch failure.code {
    case "": return (.connectionLost, "the connection to the server was lost: \(message)")
    case "42P01", "3F000":
      return (.noSuchTable, "\(message); if it is in another schema, write SCHEMA.TABLE")
    case "42703": return (.noSuchColumn, message)
    case "42501" where message.hasPrefix("must be owner"):
      return (.accessDenied, "\(message); connect as the owner")
    case "42501" where message.hasPrefix("query would be affected by row-level security"):
      return (
        .accessDenied, "\(message); set row_security to on, or give the user BYPASSRLS"
      )
    case "42501" where message.hasPrefix("permission denied for schema "):
      let schema = QuotedIdentifier.quoted(
        String(message.dropFirst("permission denied for schema ".count)))
      return (
        .accessDenied, "\(message); its owner can run GRANT USAGE ON SCHEMA \(schema) TO this user"
      )
    case "42501": return (.accessDenied, "\(message); its owner can GRANT it")
    case "3D000": return (.cannotOpen, "\(message); psql -l lists the databases")
    case "57014" where Task.isCancelled: return (.cancelled, "the work was cancelled")
    case "57014":
      return (
        .readFailed,
        "the server cancelled the statement: \(message); try again, or raise the role's statement_timeout"
      )
    case "53100":
      return (.writeFailed, "the server's disk is full: \(message); make room and try again")
    case "53200", "53300":
      return (
        .unreachable,
        "the server is out of memory, locks or connections: \(message); try again, or raise "
          + "max_locks_per_transaction or the connection limit"
      )
    case "25P03", "25P04", "57P05":
      return (
        .connectionLost,
        "the server closed the connection: \(message); try again, or raise that timeout for the role"
      )
    case "25006":
      return (
        .writeFailed,
        "\(message); lists only read; to write, use a transaction on the primary server, with "
          + "default_transaction_read_only off"
      )
    case "08P01" where failure.isOfServer:
      return (
        .invalidQuery, "the SQL has placeholders, and no arguments were given; give one for each"
      )
    case "40001", "40P01", "55P03":
      return (.busy, "another program has locked what is read or written: \(message); try again")
    default: break
    }
    switch failure.code.prefix(2) {
    case "28": return (.accessDenied, "\(message); check user and password")
    case "08", "57":
      return (.connectionLost, "the server closed the connection: \(message); try again")
    case "23": return (.constraintViolated, "a constraint was violated: \(message)")
    case "22", "42", "21", "0A":
      return (.invalidQuery, "the server can't run this: \(message); try it in psql")
    default: return (.readFailed, "the server failed: \(message) (SQLSTATE \(failure.code))")
    }
  }
}
