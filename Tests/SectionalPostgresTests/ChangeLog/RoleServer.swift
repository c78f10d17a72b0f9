import SectionalTesting

/// A separate server for tests that need roles, which all databases of a server share.
enum RoleServer {
  /// Roles that may do what a test grants them, and nothing else.
  private static let roles = """
    CREATE ROLE writer LOGIN; CREATE ROLE reader LOGIN; CREATE ROLE stranger LOGIN;
    CREATE ROLE owner LOGIN; CREATE ROLE neighbour LOGIN;
    """

  private static let started = Task {
    let cluster = try await PostgresCluster()
    // Roles remain after the database in which they were created is dropped.
    _ = try await ScratchServerDatabase(RoleServer.roles, on: cluster.url)
    return cluster
  }

  /// The server, with the roles.
  static func cluster() async throws -> PostgresCluster { try await started.value }
}
