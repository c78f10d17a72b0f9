import Sectional

/// Follows one history on two stores, and compares what they show and report after each commit.
public struct ParitySuite: Sendable {
  private let first: LawSuite
  private let second: LawSuite
  private let plan: HistoryPlan

  /// Creates a suite for two subjects whose tables are empty.
  public init(_ first: any LawSubject, _ second: any LawSubject, plan: HistoryPlan) {
    self.first = LawSuite(first, plan: plan)
    self.second = LawSuite(second, plan: plan)
    self.plan = plan
  }

  /// Follows a history to its end.
  ///
  /// - Throws: ``LawViolation`` with the first difference, or with the first law that is broken on one of the stores.
  public func run(_ history: some Sequence<ScriptedTransaction>) async throws {
    for (step, transaction) in history.enumerated() {
      let left = try await first.advance(transaction)
      let right = try await second.advance(transaction)
      guard left != right else { continue }
      throw LawViolation(.parity, difference(left, right)).happening(
        "in history \"\(plan)\", step \(step + 1)\n\(transaction.script)")
    }
  }

  private func difference(_ left: LawStep, _ right: LawStep) -> String {
    if let difference = right.picture.difference(from: left.picture, calling: "the second list") {
      return difference
    }
    if left.indexTitles != right.indexTitles {
      return "index titles \(left.indexTitles) and \(right.indexTitles)"
    }
    return "changes \(left.changes), \(left.updates)\nand \(right.changes), \(right.updates)"
  }
}
