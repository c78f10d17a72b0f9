import SectionalTesting

/// A server of its own for tests that need roles, which all databases of a server share.
enum RoleServer {
  /// Who may do what a test grants them, and nothing else.
  private static let roles = """
    CREATE ROLE writer LOGIN; CREATE ROLE reader LOGIN; CREATE ROLE stranger LOGIN;
    CREATE ROLE owner LOGIN; CREATE ROLE neighbour LOGIN;
    """

  private static let started = Task {
    let cluster = try PostgresCluster()
    // Roles stay when the database that they were made in is gone.
    _ = try await ScratchServerDatabase(RoleServer.roles, on: cluster.url)
    return cluster
  }

  /// The server, with the roles.
  static func cluster() async throws -> PostgresCluster { try await started.value }
}
