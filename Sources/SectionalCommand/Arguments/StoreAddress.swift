import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite

/// Where a store is: a path, `sqlite:PATH`, or the URL of a server.
struct StoreAddress {
  private enum Kind {
    case file(path: String)
    case server(url: String)
  }

  /// The address as it can be shown: without a password.
  let text: String
  private let kind: Kind

  init(_ text: String) throws {
    let scheme = text.split(separator: ":", maxSplits: 1).first?.lowercased() ?? ""
    if text.contains(":"), ["postgres", "postgresql"].contains(scheme) {
      let url = "postgres" + text.dropFirst(scheme.count)
      kind = .server(url: url)
      self.text = try PostgresStore.displayName(of: url)
      return
    }
    // What is no path can have a password in it, so it is not quoted.
    guard !text.contains("://"), !text.contains("password=") else {
      throw UsageError(
        "a store is a path, sqlite:PATH or postgres://user@host/database; this is none of them")
    }
    let path = text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : text
    guard !path.isEmpty else {
      throw UsageError("the store needs a path: sectional list contacts.sqlite contact")
    }
    self.text = text
    kind = .file(path: path)
  }

  /// Opens a store that is there, for its change log.
  ///
  /// - Throws: `StoreError` where there is no such file.
  func openLogged(access: SQLiteAccess) throws(StoreError) -> any LoggedStore {
    switch kind {
    case .file(let path):
      // Opened for writing, a missing file would be made.
      if access == .readWrite { _ = try SQLiteStore(path: path, access: .readOnly) }
      return try SQLiteStore(path: path, access: access)
    case .server(let url): return try PostgresStore(url)
    }
  }

  /// The address from any folder, without a password.
  var absoluteText: String {
    guard case .file(let path) = kind else { return text }
    return URL(filePath: path).standardizedFileURL.path
  }

  /// Whether it is a server's.
  var isServer: Bool { if case .server = kind { true } else { false } }

  /// Opens the store to have its tables described.
  func openDescribed() throws(StoreError) -> any DescribedStore {
    switch kind {
    case .file(let path): try SQLiteStore(path: path, access: .readOnly)
    case .server(let url): try PostgresStore(url)
    }
  }

  /// Opens the store for reading.
  func open() throws(StoreError) -> any ListedStore {
    switch kind {
    case .file(let path): try SQLiteStore(path: path, access: .readOnly)
    case .server(let url): try PostgresStore(url)
    }
  }
}

extension StoreAddress {
  /// Loads a table; its store is made where it is a file that is missing.
  func load(_ table: SeedTable, _ progress: @escaping @Sendable (Int) -> Void) async throws {
    switch kind {
    case .file(let path):
      let isNew = !FileManager.default.fileExists(atPath: path)
      do {
        try await table.load(into: try SQLiteStore(path: path), progress)
      } catch {
        // Nobody needs an empty file, nor what SQLite keeps beside it.
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
  /// Takes back what was loaded.
  func remove(_ table: SeedTable) async throws {
    switch kind {
    case .file(let path): try await table.remove(from: try SQLiteStore(path: path))
    case .server(let url): try await table.remove(from: try PostgresStore(url))
    }
  }

  /// Whether both lead to one file, or are one URL.
  func isSame(as other: StoreAddress) -> Bool {
    switch (kind, other.kind) {
    case (.file(let path), .file(let other)):
      URL(filePath: path).standardizedFileURL == URL(filePath: other).standardizedFileURL
    case (.server(let url), .server(let other)): url == other
    default: false
    }
  }
}

/// A store that the command line can show lists of.
protocol ListedStore: ResultsStore {
  /// Returns the SQL that reads a request's rows.
  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String
}

extension SQLiteStore: ListedStore {
  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String { try await request.sql(for: self, sectionBy: section) }
}

extension PostgresStore: ListedStore {
  func sql(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> String { try await request.sql(for: self, sectionBy: section) }
}
