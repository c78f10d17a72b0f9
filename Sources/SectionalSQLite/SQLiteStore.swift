public import Sectional
import SectionalSQL

/// An SQLite file that lists are made from, whoever writes to it.
///
/// The file is opened for reading, on one connection with a queue of its own, and never converted to another journal
/// mode. When another file takes the path's place, the next read is of that one.
public final class SQLiteStore: Store {
  /// A state of the file.
  public typealias Version = SQLiteVersion
  /// What a read transaction offers.
  public typealias Reader = SQLiteReader

  let connection: SQLiteConnection
  let doorbells = DoorbellRegistry()
  private let turnstile = Turnstile()
  let poll: SQLitePoll

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - pollInterval: How often the file is asked whether another program wrote to it.
  ///   - busyTimeout: How long to wait for a program that holds the file.
  /// - Throws: ``StoreError`` when there is no such file or it may not be read.
  public init(
    path: String, pollInterval: Duration = .milliseconds(20),
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    connection = try SQLiteConnection(readingFrom: path, busyTimeout: busyTimeout)
    poll = SQLitePoll(of: connection, every: pollInterval, ringing: doorbells)
  }

  /// The connection's queue.
  public var executor: any SerialExecutor { connection.queue }

  /// Runs a body inside one read transaction; others wait for it to end, so a body must not begin another one.
  public func read<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output {
    try await turnstile.pass {
      try await connection.begin()
      do {
        let output = try await body(SQLiteReader(connection: connection))
        await connection.end()
        return output
      } catch {
        await connection.end()
        throw error
      }
    }
  }

  /// Returns the source that asks the file at an interval.
  public func changeSource() -> any ChangeSource<SQLiteStore> {
    SQLitePollingSource(store: self)
  }

  /// Says that a table was written through another library, so that lists look at once.
  public func noteChanges(in table: String) { doorbells.ringAll() }
}
