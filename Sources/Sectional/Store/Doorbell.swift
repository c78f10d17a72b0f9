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
