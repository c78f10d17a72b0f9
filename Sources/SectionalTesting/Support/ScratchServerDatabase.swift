import Foundation

/// A database on a PostgreSQL server that nothing else uses as long as this object exists.
///
/// The `psql` program writes it.
package final class ScratchServerDatabase: Sendable {
  /// The database's URL.
  package let url: String
  private let server: String
  private let name: String
  private let isPooled: Bool

  /// Creates a database, or empties one that another test used, and runs SQL in it.
  ///
  /// - Parameters:
  ///   - sql: The SQL to run.
  ///   - server: The URL of another database on the server, by default one of the shared server.
  /// - Throws: ``WriterFailure`` if the program failed, and ``LawViolation`` if there is no server.
  package init(_ sql: String = "", on server: String? = nil) async throws {
    isPooled = server == nil
    name = "scratch_\(UUID().uuidString.replacing("-", with: "_").lowercased())"
    if let server {
      self.server = server
    } else {
      self.server = try await PostgresCluster.shared().url
    }
    url = try DatabasePool.url(of: name, on: self.server)
    if isPooled {
      try await DatabasePool.shared.take(name, on: self.server)
    } else {
      _ = try await PostgresSession.run("CREATE DATABASE \(name)", in: self.server)
    }
    if !sql.isEmpty { try await write(sql) }
  }

  deinit {
    PostgresSession.end(for: url)
    if isPooled {
      DatabasePool.shared.give(name, on: server)
    } else {
      DropQueue.shared.drop(name, on: server)
    }
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
