import Sectional
import SectionalTesting
import Testing

/// The laws hold for every source that keeps its promises, no matter how little it knows.
@Suite(.serialized)
struct ChangeSourceLawTests {
  /// An answer that is temporarily unavailable.
  private struct Fault: Error {}

  @Test(arguments: HistoryPlan.series(200..<210, of: MemoryLawTests.shapes))
  func `change sets are the same whether changed keys are known or everything is read`(
    plan: HistoryPlan
  ) async throws {
    let knowing = try await MemoryLawSubject(plan.shape)
    let unknowing = try await MemoryLawSubject(plan.shape) { store in
      AlteredSource(base: store.changeSource()) { _ in .everything(reason: "of a test") }
    }
    try await ParitySuite(knowing, unknowing, plan: plan).run(ListHistory(plan).prefix(100))
  }

  @Test
  func `keys that did not change may be among the changed ones`() async throws {
    let plan = HistoryPlan(.integerKey, seed: 211)
    let knowing = try await MemoryLawSubject(plan.shape)
    let doubting = try await MemoryLawSubject(plan.shape) { store in
      AlteredSource(base: store.changeSource()) { answer in
        guard let keys = answer.keys else { return answer }
        return .keys(keys.union((-5...100).map { RowKey([.integer($0)]) }), in: "item")
      }
    }
    try await ParitySuite(knowing, doubting, plan: plan).run(ListHistory(plan).prefix(100))
  }

  @Test(
    arguments: HistoryPlan.series(
      210..<220, of: [.textKey], showing: HistoryExtent.samples,
      presenting: HistoryPresentation.allCases))
  func `after faults the next delivery leads from the last one to the truth`(plan: HistoryPlan)
    async throws
  {
    let count = Locked(0)
    var subject = try await MemoryLawSubject(plan.shape) { store in
      AlteredSource(base: store.changeSource()) { answer in
        let turn = count.withLock { count in
          count += 1
          return count
        }
        if turn % 15 == 0 { throw Fault() }
        return answer
      }
    }
    subject.expectsErrors = true
    try await LawSuite(subject, plan: plan).run(ListHistory(plan).prefix(60))
  }
}
