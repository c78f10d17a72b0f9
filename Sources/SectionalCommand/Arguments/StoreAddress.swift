import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite

/// Where a store is: a path, `sqlite:PATH`, or the URL of a server.
struct StoreAddress {
  enum Kind {
    case file(path: String)
    case server(url: String)
  }

  /// The address without its password, for display.
  let text: String
  let kind: Kind

  init(_ text: String) throws {
    let parts = text.parts(at: ":", maxSplits: 1)
    if parts.count == 2, ["postgres", "postgresql"].contains(parts[0].lowercased()) {
      let url = "postgres:" + parts[1]
      kind = .server(url: url)
      self.text = try PostgresStore.displayName(of: url)
      return
    }
    // Text that isn't a path can contain a password, so the message doesn't quote it.
    guard !text.utf8.contains("://".utf8), !text.utf8.contains("password=".utf8) else {
      throw UsageError(
        "a store must be a path, sqlite:PATH or postgres://user@host/database")
    }
    let path = text.rest(after: "sqlite:") ?? text
    guard !path.isEmpty else {
      throw UsageError("the store needs a path: sectional list contacts.sqlite contact")
    }
    self.text = text
    kind = .file(path: path)
  }

  /// Whether a word reads like a store rather than a command.
  static func isLikely(_ word: String) -> Bool {
    word.utf8.contains { ":/".utf8.contains($0) } || FileManager.default.fileExists(atPath: word)
  }

  /// Whether the address is that of a file that doesn't exist.
  var isMissingFile: Bool {
    guard case .file(let path) = kind else { return false }
    return !FileManager.default.fileExists(atPath: path)
  }

  /// Opens an existing store to read or change its change log.
  ///
  /// - Throws: `StoreError` if there is no such file.
  func openLogged(access: SQLiteAccess) throws(StoreError) -> any ChangeLoggingStore {
    switch kind {
    case .file(let path):
      // Opening a missing file for writing would create it.
      if access == .readWrite { _ = try SQLiteStore(path: path, access: .readOnly) }
      return try SQLiteStore(path: path, access: access)
    case .server(let url): return try PostgresStore(url)
    }
  }

  /// The address with an absolute path and without a password, valid from any working directory.
  var absoluteText: String {
    guard case .file(let path) = kind else { return text }
    return URL(filePath: path).standardizedFileURL.path
  }

  /// Whether the address is a server's.
  var isServer: Bool { if case .server = kind { true } else { false } }

  /// Opens the store to have structs generated.
  func openGenerating() throws(StoreError) -> any GeneratingStore {
    switch kind {
    case .file(let path): try SQLiteStore(path: path, access: .readOnly)
    case .server(let url): try PostgresStore(url)
    }
  }

  /// Opens the store for reading.
  ///
  /// - Parameter busyTimeout: How long to wait for what another program has locked on a server.
  /// - Returns: The store.
  /// - Throws: `StoreError` if there is no such file, or the address can't be read.
  func open(busyTimeout: Duration = .seconds(5)) throws(StoreError) -> any ListedStore {
    switch kind {
    case .file(let path): try SQLiteStore(path: path, access: .readOnly)
    case .server(let url): try PostgresStore(url, busyTimeout: busyTimeout)
    }
  }
}

extension StoreAddress {
  /// Loads a table; if the store is a missing file, it is created.
  func load(_ table: SeedTable, _ progress: @escaping @Sendable (Int) -> Void) async throws {
    switch kind {
    case .file(let path):
      let isNew = !FileManager.default.fileExists(atPath: path)
      do {
        try await table.load(into: try SQLiteStore(path: path), progress)
      } catch {
        // Leave behind neither an empty file nor the files that SQLite creates next to it.
        for ending in isNew ? ["", "-wal", "-shm"] : [] {
          try? FileManager.default.removeItem(atPath: path + ending)
        }
        throw error
      }
    case .server(let url): try await table.load(into: try PostgresStore(url), progress)
    }
  }
}

extension StoreAddress {
  /// Drops a table that was loaded.
  func remove(_ table: SeedTable) async throws {
    switch kind {
    case .file(let path): try await table.remove(from: try SQLiteStore(path: path))
    case .server(let url): try await table.remove(from: try PostgresStore(url))
    }
  }

  /// Returns whether the store has a table or view with the given name.
  func hasTable(_ name: String) async -> Bool {
    (try? await openGenerating().recordSource(of: name, named: nil)) != nil
  }

  /// Whether both addresses name the same file or are the same URL.
  func isSame(as other: StoreAddress) -> Bool {
    switch kind {
    case .file(let path):
      guard case .file(let other) = other.kind else { return false }
      return URL(filePath: path).standardizedFileURL == URL(filePath: other).standardizedFileURL
    case .server(let url):
      guard case .server(let other) = other.kind else { return false }
      return url == other
    }
  }
}

/// A store whose lists the command line can show.
protocol ListedStore: ResultsStore where Reader: CountingReader {
  /// Whether other programs lock single tables, and not the whole store.
  static var locksEachTable: Bool { get }

  /// Returns the SQL that reads a request's rows.
  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String
}

extension SQLiteStore: ListedStore {
  static var locksEachTable: Bool { false }

  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String { try await request.sql(for: self, sectionBy: section) }
}

extension PostgresStore: ListedStore {
  static var locksEachTable: Bool { true }

  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String { try await request.sql(for: self, sectionBy: section) }
}
