import Foundation

/// Where the programs of a PostgreSQL client are.
enum PostgresProgram {
  /// The words that start `psql`.
  ///
  /// Debian's own `psql` is a script that looks for the newest one and takes six times as long to start.
  static let psql = newestPath().map { [$0] } ?? ["psql"]

  private static func newestPath() -> String? {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return versions.compactMap { version in Int(version) }.sorted()
      .map { "\(folder)/\($0)/bin/psql" }
      .last { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
