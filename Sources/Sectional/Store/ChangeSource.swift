/// Notices that a store changed, and tells which rows did.
///
/// A source rings after a change can be read, never before. A ring may be late, repeated or needless; because it can
/// also be lost, a source that depends on signals has a slow poll behind them.
public protocol ChangeSource<Source>: Sendable {
  /// The store it watches.
  associatedtype Source: ResultsStore

  /// Rings the doorbell once at the start and then whenever something may have changed, until cancelled.
  ///
  /// - Throws: An error when it can't go on; the list reports it, and starts the source again later.
  func run(_ doorbell: Doorbell) async throws

  /// Returns the version the reader sees, or nothing where that can't be known.
  func version(_ reader: Source.Reader) async throws -> Source.Version?

  /// Returns the keys of the rows of some tables that may have changed between a version and the one the reader sees.
  ///
  /// Answers ``ChangedKeys/everything(reason:)`` unless it has an unbroken record from that version on. More keys than
  /// changed are allowed, fewer never.
  func changes(
    of tables: Set<String>, since version: Source.Version, _ reader: Source.Reader
  ) async throws -> ChangedKeys

  /// Why changes are heard of later than they could be, while that is so; diagnostics show it.
  ///
  /// Nothing by default.
  var delay: String? { get }
}

extension ChangeSource {
  /// Nothing.
  public var delay: String? { nil }
}

/// What may have changed between two versions of a store.
public enum ChangedKeys: Sendable, Hashable {
  /// The rows of these keys, and no others.
  case keys(Set<RowKey>)
  /// Any row, for a reason that diagnostics show.
  case everything(reason: String)
}

/// What a change source rings when something may have changed.
///
/// Ringing never blocks, can be done from any thread, and coalesces: a list that is busy hears many rings as one.
public struct Doorbell: Sendable {
  /// The tables whose changes matter; nothing where any change may.
  ///
  /// Who knows which tables changed need not ring for others.
  public let tables: Set<String>?
  /// The columns of a table that matter, where not all do: an update of others need not ring.
  public let columns: [String: Set<String>]
  private let ring: @Sendable () -> Void

  /// Makes a doorbell that calls a function at each ring.
  ///
  /// - Parameters:
  ///   - tables: The tables whose changes matter, where that is known.
  ///   - columns: The columns of a table that matter, where not all do.
  ///   - ring: Called at each ring, from any thread.
  public init(
    for tables: Set<String>? = nil, columns: [String: Set<String>] = [:],
    _ ring: @escaping @Sendable () -> Void
  ) {
    self.tables = tables
    self.columns = columns
    self.ring = ring
  }

  /// Rings.
  public func callAsFunction() { ring() }
}
