import Foundation
import Sectional

/// Databases of the shared server that tests have used, and that are emptied and renamed for others.
///
/// With a new name, nothing that still follows the database for the test before finds it.
final class DatabasePool: Sendable {
  static let shared = DatabasePool()

  /// A database that no test uses.
  private struct Idle {
    let name: String
    let uses: Int
  }

  /// What was created and dropped leaves rows in the catalogs, which are read ever more slowly.
  private static let mostUses = 30

  // State: guarded by its lock.
  private let idle = Locked<[Idle]>([])
  private let uses = Locked<[String: Int]>([:])
  /// What a new database says of the rights on the server's own tables and functions.
  private let pristine = Locked<String?>(nil)

  private init() {}

  /// Returns the URL of a database on a server.
  static func url(of name: String, on server: String) throws -> String {
    guard var parts = URLComponents(string: server) else {
      throw LawViolation(.oracle, "DATABASE_URL isn't a URL")
    }
    parts.path = "/\(name)"
    return parts.string ?? server
  }

  /// Makes an empty database with a name.
  func take(_ name: String, on server: String) async throws {
    while let old = idle.withLock({ $0.popLast() }) {
      if try await reuse(old, as: name, on: server) { return }
      DropQueue.shared.drop(old.name, on: server)
    }
    _ = try await PostgresSession.run("CREATE DATABASE \(name)", in: server)
    uses.withLock { $0[name] = 1 }
    guard pristine.withLock({ $0 }) == nil else { return }
    let rights = try await PostgresSession.run(
      EmptiedDatabase.rights, in: DatabasePool.url(of: name, on: server))
    pristine.withLock { $0 = rights }
  }

  /// Takes back a database, which is emptied when another test needs one.
  func give(_ name: String, on server: String) {
    let count = uses.withLock { $0.removeValue(forKey: name) } ?? DatabasePool.mostUses
    if count < DatabasePool.mostUses {
      idle.withLock { $0.append(Idle(name: name, uses: count)) }
    } else {
      DropQueue.shared.drop(name, on: server)
    }
  }

  /// Drops the databases that no test uses, if the server outlives the tests.
  func dropAll() {
    guard let server = ProcessInfo.processInfo.environment["DATABASE_URL"] else { return }
    let left = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for old in left { DropQueue.shared.drop(old.name, on: server) }
  }

  /// Empties a database and renames it.
  ///
  /// - Returns: Whether it is now like a new one.
  private func reuse(_ old: Idle, as name: String, on server: String) async throws -> Bool {
    let url = try DatabasePool.url(of: old.name, on: server)
    let left = try? await PostgresSession.run(
      EmptiedDatabase.script + EmptiedDatabase.rights, in: url)
    PostgresSession.end(for: url)
    guard let left, left == pristine.withLock({ $0 }) else { return false }
    let renaming = "ALTER DATABASE \(old.name) RENAME TO \(name)"
    guard (try? await PostgresSession.run(renaming, in: server)) != nil else { return false }
    uses.withLock { $0[name] = old.uses + 1 }
    return true
  }
}
