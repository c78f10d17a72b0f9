package import SectionalPostgres
package import SectionalTesting

extension ScratchServerDatabase {
  /// Opens the database with a poll interval short enough for tests, and few enough connections for many tests on one
  /// server.
  package func store(_ parameters: [String: String] = [:]) throws -> PostgresStore {
    try PostgresStore(
      parameters.isEmpty ? url : url(parameters), connectionLimit: 2,
      pollInterval: .milliseconds(20))
  }
}
