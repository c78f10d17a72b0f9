import Foundation
import Sectional
import Synchronization

/// A store over a folder: each file, such as `7.json`, is the row with that key of the table `item`.
final class FolderStore: ResultsStore {
  let executor: any SerialExecutor = SerialQueue(label: "folder")
  let folder: URL
  let poll: StorePoll
  private let doorbells = DoorbellRegistry()
  // Readers and writers of this process take turns, so that a transaction is read as a whole.
  private let turn = Mutex(())

  init(folder: URL) {
    self.folder = folder
    let watch = FolderWatch(folder: folder)
    poll = StorePoll(every: .milliseconds(100), ringing: doorbells) { _ in
      await watch.hasChanged() ? .everything : nil
    }
  }

  func read<Output: Sendable>(
    _ body: (FolderReader) async throws -> Output
  ) async throws -> Output {
    let contents = try turn.withLock { _ in try FolderContents(of: folder) }
    return try await body(FolderReader(contents: contents))
  }

  /// Writes some rows in one transaction; `nil` deletes a row.
  func write(_ rows: [Int64: FolderItem?]) throws {
    try turn.withLock { _ in
      for (id, item) in rows {
        let file = folder.appending(path: "\(id).json")
        if let item {
          try JSONEncoder().encode(item).write(to: file, options: .atomic)
        } else {
          try FileManager.default.removeItem(at: file)
        }
      }
    }
    doorbells.ring(TableRegion(allColumnsOf: ["item"]))
  }

  func changeSource() -> FolderSource { FolderSource(store: self) }
}

/// The cells of a row besides its key.
struct FolderItem: Codable, Sendable {
  let name: String
  let team: String?
}

/// What a folder holds at one moment.
struct FolderContents: Sendable {
  let files: [Int64: Data]

  init(of folder: URL) throws(StoreError) {
    do {
      var files: [Int64: Data] = [:]
      // The names alone: a folder that is moved while its files are looked at would seem to be empty.
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let file = folder.appending(path: name)
        guard let id = Int64(file.deletingPathExtension().lastPathComponent) else { continue }
        files[id] = try Data(contentsOf: file)
      }
      self.files = files
    } catch {
      throw StoreError(wrapping: error)
    }
  }

  var version: FolderVersion {
    FolderVersion(
      digests: files.mapValues { bytes in
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      })
  }
}

/// A state of a folder: a hash of each file, which means the same to every process.
struct FolderVersion: StoreVersion {
  let digests: [Int64: UInt64]

  var isLasting: Bool { true }
  func provesSameContents(as earlier: FolderVersion) -> Bool { self == earlier }
  var description: String { "\(digests.sorted { $0.key < $1.key })" }
}

/// Answers a list's questions from what the folder held when the transaction began.
struct FolderReader: StoreReader {
  let contents: FolderContents

  func version() async throws -> FolderVersion? { contents.version }

  func layout(of request: RowRequest) async throws -> RowLayout {
    guard try request.tableName() == "item" else {
      throw StoreError(.noSuchTable, "the only table of a folder is item")
    }
    return try request.layout(
      ofTableWith: RowColumns(["id", "name", "team"]), primaryKey: ["id"])
  }

  func rows(of query: RowQuery) async throws -> FetchedRows {
    try rows(contents.files.keys, of: query)
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    let ids = keys.compactMap { key -> Int64? in
      guard case .integer(let id)? = key.values.first else { return nil }
      return id
    }
    return try rows(ids, of: query)
  }

  private func rows(_ ids: some Sequence<Int64>, of query: RowQuery) throws -> FetchedRows {
    var rows = FetchedRows(query, isOrdered: false)
    for id in ids {
      guard let bytes = contents.files[id] else { continue }
      let item = try JSONDecoder().decode(FolderItem.self, from: bytes)
      let cells: [String: StoredValue] = [
        "id": .integer(id), "name": .text(item.name), "team": item.team.map { .text($0) } ?? .null,
      ]
      try rows.append(PackedRow(query.layout.columns.names.map { cells[$0] ?? .null }))
    }
    return rows
  }
}

/// Compares the hashes of the files; its cursor is the version itself.
struct FolderSource: ChangeSource {
  typealias Store = FolderStore

  let store: FolderStore

  func run(_ doorbell: Doorbell) async throws { try await store.poll.serve(doorbell) }

  func changes(
    in region: TableRegion, since cursor: FolderVersion?, _ reader: FolderReader
  ) async throws -> StoreChanges<FolderVersion> {
    let now = reader.contents.version
    guard let cursor else { return StoreChanges(.nothing, next: now) }
    let ids = Set(now.digests.keys).union(cursor.digests.keys)
      .filter { now.digests[$0] != cursor.digests[$0] }
    return StoreChanges(.keys(Set(ids.map { RowKey([.integer($0)]) }), in: "item"), next: now)
  }

  static func isLasting(_ cursor: FolderVersion) -> Bool { true }
}

/// Remembers what a folder held when it was last looked at.
actor FolderWatch {
  private let folder: URL
  private var seen: FolderVersion?

  init(folder: URL) { self.folder = folder }

  func hasChanged() -> Bool {
    let now = try? FolderContents(of: folder).version
    defer { seen = now }
    return now != seen
  }
}
