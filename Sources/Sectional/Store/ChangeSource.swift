/// Says when a store may have changed, and which rows did.
///
/// A list uses the store's own source unless it is given another one, for example one that follows a journal that the
/// application keeps. See <doc:WritingAChangeSource>.
public protocol ChangeSource<Store>: Sendable {
  /// The type of store the source watches.
  associatedtype Store: ResultsStore
  /// A place in the source's record of changes.
  associatedtype Cursor: Codable & Hashable & Sendable

  /// Rings the doorbell once at the start, and then whenever something in its region may have changed, until the task
  /// is cancelled.
  ///
  /// The source rings once a change can be read, never before. A ring may be late, repeated or unnecessary. Because a
  /// ring can also be lost, a source that depends on signals backs them up with a slow poll.
  ///
  /// - Throws: An error if the source can't continue; the list reports it and starts the source again later.
  func run(_ doorbell: Doorbell) async throws

  /// Returns which rows of a region may have changed since a cursor, and the cursor for what the reader sees.
  ///
  /// The answer may contain rows that didn't change, but must not omit any that did. It is ``ChangedRows/everything(reason:)``
  /// unless the record is unbroken from the cursor to what the reader sees.
  ///
  /// - Parameters:
  ///   - region: The tables and columns that matter. Rows of other tables are left out.
  ///   - cursor: What an earlier call returned, possibly in an earlier process; `nil` in the first call for a list, for
  ///     which only the next cursor matters.
  ///   - reader: The reader of the open transaction. Whatever the source reads of its record, it reads there.
  /// - Returns: The rows, and the cursor to pass to the next call; a `nil` cursor makes the next call the first again.
  /// - Throws: An error if the record can't be read; the list reports it, keeps its rows and its cursor, and tries again.
  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Cursor>

  /// Returns whether a later process can use a cursor, so that sections on disk can be brought up to date from there.
  ///
  /// The default is `false`.
  static func isLasting(_ cursor: Cursor) -> Bool

  /// Why changes are currently noticed later than they could be, as shown in diagnostics; `nil` if they aren't.
  ///
  /// The default is `nil`.
  var delay: String? { get }
}

extension ChangeSource {
  /// The default: `false`, because a counter in memory begins again with each process.
  public static func isLasting(_ cursor: Cursor) -> Bool { false }

  /// The default: no delay to report.
  public var delay: String? { nil }
}
