/// Notices that a store changed, and reports which rows did.
///
/// A source rings once a change can be read, never before. A ring may be late, repeated or unnecessary. Because a
/// ring can also be lost, a source that depends on signals backs them up with a slow poll.
public protocol ChangeSource<Source>: Sendable {
  /// The type of store the source watches.
  associatedtype Source: ResultsStore

  /// Rings the doorbell once at the start, and then whenever something may have changed, until the task is cancelled.
  ///
  /// - Throws: An error if the source can't continue; the list reports it and starts the source again later.
  func run(_ doorbell: Doorbell) async throws

  /// Returns the version the reader sees, or `nil` if it can't be determined.
  func version(_ reader: Source.Reader) async throws -> Source.Version?

  /// Returns the keys of the rows in some tables that may have changed between a version and the one the reader sees.
  ///
  /// Returns ``ChangedKeys/everything(reason:)`` unless the source has an unbroken record since that version. The
  /// result may contain keys that didn't change, but must not omit any that did.
  func changes(
    of tables: Set<String>, since version: Source.Version, _ reader: Source.Reader
  ) async throws -> ChangedKeys

  /// Why changes are currently noticed later than they could be, as shown in diagnostics; `nil` if they aren't.
  ///
  /// The default is `nil`.
  var delay: String? { get }
}

extension ChangeSource {
  /// The default: no delay to report.
  public var delay: String? { nil }
}

/// What may have changed between two versions of a store.
public enum ChangedKeys: Sendable, Hashable {
  /// Only the rows with these keys.
  case keys(Set<RowKey>)
  /// Any row, for a reason that is shown in diagnostics.
  case everything(reason: String)
}

/// A bell that a change source rings when something may have changed.
///
/// Ringing never blocks and can be done from any thread. Rings coalesce: a busy list handles many rings as one.
public struct Doorbell: Sendable {
  /// What matters; a source that knows what changed need not ring for anything else.
  public let region: TableRegion
  private let ring: @Sendable () -> Void

  /// Creates a doorbell that calls a function at each ring.
  ///
  /// - Parameters:
  ///   - region: What matters.
  ///   - ring: The function to call at each ring, from any thread.
  public init(for region: TableRegion = .everything, _ ring: @escaping @Sendable () -> Void) {
    self.region = region
    self.ring = ring
  }

  /// Rings the doorbell.
  public func callAsFunction() { ring() }
}
