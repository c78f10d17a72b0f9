import Sectional

/// Lets a few histories go on at once, each in its lane.
///
/// Many at once would only wait for each other, and each holds a process and perhaps a file; one by
/// one, it would take too long to find out that none of them ends.
public struct HistoryLanes: Sendable {
  private let lanes: [AsyncSemaphore]

  /// Makes some lanes, at least one.
  public init(_ count: Int) { lanes = (0..<max(1, count)).map { _ in AsyncSemaphore() } }

  /// Waits for the histories before in a plan's lane, then runs a body.
  ///
  /// - Throws: What the body throws.
  public func run(_ plan: HistoryPlan, _ body: () async throws -> Void) async throws {
    try await lanes[Int(plan.seed % UInt64(lanes.count))].withPermit(body)
  }
}
