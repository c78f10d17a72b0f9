package import SectionalPostgres
package import SectionalTesting

extension ScratchServerDatabase {
  /// Opens the database, impatient enough for tests, and modest enough for many of them on one server.
  package func store(_ parameters: [String: String] = [:]) throws -> PostgresStore {
    try PostgresStore(
      parameters.isEmpty ? url : url(parameters), connectionLimit: 2,
      pollInterval: .milliseconds(20))
  }
}
