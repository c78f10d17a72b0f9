import Foundation

/// A database on a PostgreSQL server, dropped with this object.
///
/// The `psql` program writes it.
package final class ScratchServerDatabase: Sendable {
  /// The database's URL.
  package let url: String
  private let server: String
  private let name: String

  /// Creates a database and runs SQL in it.
  ///
  /// - Parameters:
  ///   - sql: The SQL to run.
  ///   - server: The URL of another database on the server, by default one of the shared server.
  /// - Throws: ``WriterFailure`` if the program failed, and ``LawViolation`` if there is no server.
  package init(_ sql: String = "", on server: String? = nil) async throws {
    let server = try server ?? PostgresCluster.shared.get().url
    self.server = server
    name = "scratch_\(UUID().uuidString.replacing("-", with: "_").lowercased())"
    guard var parts = URLComponents(string: server) else {
      throw LawViolation(.oracle, "DATABASE_URL isn't a URL")
    }
    parts.path = "/\(name)"
    url = parts.string ?? server
    _ = try await PostgresSession.run("CREATE DATABASE \(name)", in: server)
    if !sql.isEmpty { try await write(sql) }
  }

  deinit {
    PostgresSession.end(for: url)
    DropQueue.shared.drop(name, on: server)
  }

  /// Returns the URL with additional or replaced parameters, such as another user.
  package func url(_ parameters: [String: String]) -> String {
    guard var parts = URLComponents(string: url) else { return url }
    var items = parts.queryItems?.filter { parameters[$0.name] == nil } ?? []
    items += parameters.map { URLQueryItem(name: $0.key, value: $0.value) }
    parts.queryItems = items
    return parts.string ?? url
  }

  /// Runs SQL in a separate session.
  ///
  /// - Returns: The output of the program, one row per line, with cells separated by bars.
  /// - Throws: ``WriterFailure`` if the program failed.
  @discardableResult package func write(_ sql: String) async throws -> String {
    try await PostgresSession.run(sql, in: url)
  }
}
