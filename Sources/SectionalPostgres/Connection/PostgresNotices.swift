import SectionalCPostgres

/// Collects the details of the server's notices on request.
///
/// State: belongs to the actor that holds the connection; libpq calls in while a result is read.
@safe final class PostgresNotices {
  private var details: [String]?

  /// Begins to keep details.
  func begin() { details = [] }

  /// Ends keeping them, and returns those that came.
  func end() -> [String] {
    defer { details = nil }
    return details ?? []
  }

  /// Takes a notice.
  func take(_ result: OpaquePointer) {
    guard details != nil else { return }
    // PostgreSQL 18 puts into the message what used to be the detail.
    let texts = [Int32(UInt8(ascii: "M")), Int32(UInt8(ascii: "D"))].compactMap { field in
      unsafe PQresultErrorField(result, field).map { unsafe String(cString: $0) }
    }
    details?.append(texts.joined(separator: "\n"))
  }
}
