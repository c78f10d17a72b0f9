import Sectional
import SectionalCPostgres

/// The target of a connection string or URL.
struct PostgresTarget: Sendable {
  private let text: String
  /// A URL of the parts that can be shown, without the password.
  let description: String
  /// How long a statement waits for a lock that another one holds.
  let busyTimeout: Duration
  /// How long to wait for the next byte of an answer.
  let silenceTimeout: Duration
  /// How long to wait for a connection.
  let connectTimeout: Duration

  /// Parses a connection string or URL.
  ///
  /// An error doesn't quote the text, because a password can be anywhere in a text that can't be parsed.
  init(
    _ text: String, busyTimeout: Duration = .seconds(5), silenceTimeout: Duration = .seconds(120)
  ) throws(StoreError) {
    self.text = text
    self.busyTimeout = busyTimeout
    self.silenceTimeout = silenceTimeout
    var problem: UnsafeMutablePointer<CChar>?
    let options = unsafe PQconninfoParse(text, &problem)
    defer {
      unsafe PQconninfoFree(options)
      unsafe PQfreemem(problem)
    }
    guard let options = unsafe options else { throw PostgresTarget.misspelled }
    var parts: [String: String] = [:]
    var place = 0
    while let name = unsafe options[place].keyword {
      if let value = unsafe options[place].val {
        parts[unsafe String(cString: name)] = unsafe String(cString: value)
      }
      place += 1
    }
    let ports = parts["port", default: ""].split(separator: ",")
    let isURL = ["postgres://", "postgresql://"].contains { text.utf8.starts(with: $0.utf8) }
    let at = UInt8(ascii: "@")
    // An unencoded @ or / in a password splits the URL in the wrong place.
    guard !parts["host", default: ""].utf8.contains(at), isURL || !text.hasPrefix("postgres"),
      ports.allSatisfy({ UInt16($0) != nil }),
      !isURL || !parts["dbname", default: ""].utf8.contains(at)
    else { throw PostgresTarget.misspelled }
    description = PostgresTarget.description(of: parts)
    connectTimeout = .seconds(
      parts["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 15)
  }

  private static func description(of parts: [String: String]) -> String {
    let user = parts["user"].map { "\($0)@" } ?? ""
    let database = parts["dbname"] ?? ""
    let host = parts["host"] ?? parts["hostaddr"] ?? ""
    // The folder of a socket can't be the host in a URL.
    if host.hasPrefix("/") {
      let port = parts["port"].map { "&port=\($0)" } ?? ""
      return "postgres://\(user)/\(database)?host=\(host)\(port)"
    }
    let port = parts["port"].map { ":\($0)" } ?? ""
    return "postgres://\(user)\(host)\(port)/\(database)"
  }

  private static var misspelled: StoreError {
    StoreError(
      .cannotOpen,
      "the connection string can't be parsed; write postgres://user@host:port/database, "
        + "with %40 for an @, %2F for a / and %3A for a : in user or password, and libpq's options"
    )
  }

  /// The parameters for libpq: those after the target's own text override it, and those before it are defaults.
  var parameters: [(name: String, value: String)] {
    [
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"),
      ("fallback_application_name", "sectional"), ("dbname", text), ("client_encoding", "UTF8"),
    ]
  }
}
