import Foundation

/// The paths of PostgreSQL's client programs.
enum PostgresProgram {
  /// The command that starts `psql`.
  ///
  /// Debian's own `psql` is a script that looks for the newest version and takes six times as long to start.
  static let psql = newestPath().map { [$0] } ?? ["psql"]

  private static func newestPath() -> String? {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return versions.compactMap { version in Int(version) }.sorted()
      .map { "\(folder)/\($0)/bin/psql" }
      .last { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
