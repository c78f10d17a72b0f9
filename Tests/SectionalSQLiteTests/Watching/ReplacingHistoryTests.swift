import Foundation
import Sectional
import SectionalCSQLite
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// A file that another one replaces between two statements of those who read it.
@MainActor @Suite(.serialized) struct ReplacingHistoryTests {
  /// Creates a file, and next to it one with the same history and other rows.
  private func files(_ mode: String) throws -> (ScratchDatabase, other: String) {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE tick(n); CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO item VALUES (1, 'one'), (2, 'two');
      """)
    let other = file.folder.appending(path: "other.sqlite")
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    var edited = bytes
    edited.replace(Data("two".utf8), with: Data("TWO".utf8))
    try edited.write(to: other)
    return (file, other.path)
  }

  private func configuration(watchedBy actions: ActionsAtStatements) -> SQLiteConfiguration {
    var configuration = SQLiteConfiguration()
    (configuration.access, configuration.pollInterval) = (.readOnly, .milliseconds(10))
    unsafe configuration.prepareConnection = { unsafe actions.watch($0) }
    return configuration
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `what is read of a file isn't taken for the contents of the one in its place`(
    mode: String
  ) throws {
    let (file, other) = try files(mode)
    let path = file.path
    // Of a read, the second statement is the first that reads the file.
    let actions = ActionsAtStatements([.init(statement: 2) { _ = unsafe rename(other, path) }])
    let handle = try SQLiteHandle(path: path, configuration(watchedBy: actions), creates: false)
    try handle.beginReading()
    #expect(handle.identity != nil)
    try handle.execute("ROLLBACK")
    actions.begin()
    try handle.beginReading()
    #expect(handle.hasMoved)
    #expect(handle.identity == nil)
    #expect(handle.stamp == nil)
    #expect(handle.moment == nil)
  }

  @Test(arguments: HistoryLength.seeds(0..<400, short: 20))
  func `lists follow a file that is put in place between any two of their statements`(
    seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (file, other) = try files(seed % 5 == 0 ? "DELETE" : "WAL")
    let path = file.path
    let (first, second) = (
      Int.random(in: 1...12, using: &random), Int.random(in: 0...11, using: &random)
    )
    let actions = ActionsAtStatements([
      .init(statement: first) { for log in ["-wal", "-shm"] { _ = unsafe unlink(path + log) } },
      .init(statement: first + second) { _ = unsafe rename(other, path) },
    ])
    let store = try SQLiteStore(path: path, configuration: configuration(watchedBy: actions))
    var lists: [FollowingList] = []
    for _ in 0..<2 {
      lists.append(try await FollowingList(store, ResultsRequest(table: "item")))
    }
    actions.begin()
    // What is written to the file that was there may be lost.
    while !actions.areDone { _ = try? file.write("INSERT INTO tick VALUES (1)") }
    for list in lists { try await list.wait { $0.picture("name") == [": one TWO"] } }
    // Whoever showed the new file once also follows it.
    try file.write("UPDATE item SET name = 'three' WHERE id = 2")
    for list in lists {
      try await list.wait { $0.picture("name") == [": one three"] }
      await list.stop()
    }
  }
}

/// Does something when any of some connections begins to run a statement, counted from a moment on.
private final class ActionsAtStatements: Sendable {
  struct Action: Sendable {
    let statement: Int
    let run: @Sendable () -> Void
  }

  private let actions: [Action]
  // State: guarded by its lock. The number of statements since the beginning, or `nil` before it.
  private let count = Locked<Int?>(nil)

  init(_ actions: [Action]) { self.actions = actions }

  /// Begins to count.
  func begin() { count.withLock { $0 = 0 } }

  /// Whether everything was done.
  var areDone: Bool {
    count.withLock { count in actions.allSatisfy { $0.statement <= count ?? 0 } }
  }

  /// Watches the statements of a connection, which must not outlive this object.
  func watch(_ connection: OpaquePointer) {
    unsafe sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, _ in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<ActionsAtStatements>.fromOpaque(context)
        unsafe watch.takeUnretainedValue().noteStatement()
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func noteStatement() {
    count.withLock { count in
      guard let before = count else { return }
      count = before + 1
      for action in actions where action.statement == before + 1 { action.run() }
    }
  }
}
