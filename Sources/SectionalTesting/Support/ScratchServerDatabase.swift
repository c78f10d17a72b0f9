import Foundation

/// A database of its own on a PostgreSQL server, dropped with this object, written by the `psql` program.
package final class ScratchServerDatabase: Sendable {
  /// The database's URL.
  package let url: String
  private let server: String
  private let name: String

  /// Makes a database and runs SQL in it.
  ///
  /// - Parameters:
  ///   - sql: What to run.
  ///   - server: The URL of another database of the server; the shared one's by default.
  /// - Throws: ``WriterFailure`` when the program failed, and ``LawViolation`` when there is no server.
  package init(_ sql: String = "", on server: String? = nil) async throws {
    let server = try server ?? PostgresCluster.shared.get().url
    self.server = server
    name = "scratch_\(UUID().uuidString.replacing("-", with: "_").lowercased())"
    guard var parts = URLComponents(string: server) else {
      throw LawViolation(.oracle, "DATABASE_URL is no URL")
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

  /// Returns the URL with other parameters, such as another user.
  package func url(_ parameters: [String: String]) -> String {
    guard var parts = URLComponents(string: url) else { return url }
    var items = parts.queryItems?.filter { parameters[$0.name] == nil } ?? []
    items += parameters.map { URLQueryItem(name: $0.key, value: $0.value) }
    parts.queryItems = items
    return parts.string ?? url
  }

  /// Runs SQL in a session of its own.
  ///
  /// - Returns: What the program printed: a row a line, cells with bars between.
  /// - Throws: ``WriterFailure`` when the program failed.
  @discardableResult package func write(_ sql: String) async throws -> String {
    try await PostgresSession.run(sql, in: url)
  }
}
