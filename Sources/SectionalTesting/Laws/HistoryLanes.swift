import Sectional

/// Runs a few histories at the same time, each in its lane.
///
/// With many at the same time, histories would only wait for each other, and each holds a process and perhaps a file.
/// Run one after another, histories that never end would time out in turn, which takes too long.
package struct HistoryLanes: Sendable {
  private let lanes: [AsyncSemaphore]

  /// Creates the given number of lanes, at least one.
  package init(_ count: Int) { lanes = (0..<max(1, count)).map { _ in AsyncSemaphore() } }

  /// Waits until the earlier histories in a plan's lane are done, then runs a body.
  ///
  /// - Throws: Any error that the body throws.
  package func run(_ plan: HistoryPlan, _ body: () async throws -> Void) async throws {
    try await lanes[Int(plan.seed % UInt64(lanes.count))].withPermit(body)
  }
}
