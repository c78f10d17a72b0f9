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
  /// A list calls this after each ring, in its read transaction, unless the store's version is still the same.
  ///
  /// The answer may contain rows that didn't change, but must not omit any that did. It is ``ChangedRows/everything(reason:)``
  /// unless the record is unbroken from the cursor to what the reader sees.
  ///
  /// - Parameters:
  ///   - region: The tables and columns that matter. Rows of other tables are left out.
  ///   - cursor: What an earlier call returned, possibly in an earlier process; `nil` in the first call for a list, for
  ///     which only the next cursor matters.
  ///   - reader: The reader of the open transaction. Whatever the source reads of its record, it reads there.
  /// - Returns: The rows, and the cursor to pass to the next call. After a `nil` cursor the list reads all rows at the
  ///   next change, and the next call is the first again.
  /// - Throws: An error if the record can't be read; the list reports it, keeps its rows and its cursor, and tries again.
  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Cursor>

  /// Returns whether a later process can use a cursor, so that sections on disk can be brought up to date from there.
  ///
  /// The default is `false`.
  static func isLasting(_ cursor: Cursor) -> Bool

  /// What distinguishes this source's record from those that other sources of its type read, such as a table's name.
  ///
  /// A section cache that was written with another record isn't used. The default is empty.
  var recordName: String { get }

  /// Why changes are currently noticed later than they could be, as shown in diagnostics; `nil` if they aren't.
  ///
  /// The default is `nil`.
  var delay: String? { get }
}

extension ChangeSource {
  /// The default: `false`, because a counter in memory begins again with each process.
  public static func isLasting(_ cursor: Cursor) -> Bool { false }

  /// The default: empty, because sources of most types read the same record.
  public var recordName: String { "" }

  /// The type and the record, as text that is the same in every process.
  var recordText: String {
    var type = String(reflecting: Self.self)
    // The name of a private type contains an address. Searching for it takes longer than reading a section cache.
    if type.contains("(unknown context") {
      type.replace(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    }
    return recordName.isEmpty ? type : "\(type) \(recordName)"
  }

  /// The default: no delay to report.
  public var delay: String? { nil }
}
