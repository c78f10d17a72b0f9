import Testing

@testable import Sectional

/// Which fetch a list follows, and who waits for its steps.
struct ListFetchesTests {
  /// A pipeline that does nothing.
  private final class Pipeline: ErasedPipeline {
    func open(_ stage: FetchStage) async throws(StoreError) -> ResultsDelivery {
      throw StoreError(.cancelled, "this pipeline can't be opened")
    }
    func changes(from list: PresentedList) async -> RowListDiff { RowListDiff() }
    func demand(loading rows: WantedRows) async -> Int { 1 }
    func load(_ rows: WantedRows) {}
    func rowsWithContents() async -> [RowKey] { [] }
    func next() async -> ResultsEvent? { nil }
    func pause(_ pauses: Bool) {}
    func close() {}
    @discardableResult func end() async -> ResultsDiagnostics { ResultsDiagnostics() }
    func abandon() {}
  }

  @Test func `fetches are numbered, and the followed one stays until a newer one succeeds`() {
    var fetches = ListFetches()
    let first = fetches.begin()
    _ = fetches.follow(Pipeline(), of: first)
    let second = fetches.begin()
    #expect(second > first)
    #expect(fetches.followed == first)
    #expect(fetches.newest == second)
    _ = fetches.follow(Pipeline(), of: second)
    #expect(fetches.followed == second)
  }

  @Test func `a list that is stopped follows no fetch that began before`() {
    var fetches = ListFetches()
    let number = fetches.begin()
    _ = fetches.follow(Pipeline(), of: number)
    let newer = fetches.begin()
    _ = fetches.stop(hasCache: false)
    #expect(fetches.pipeline == nil)
    #expect(fetches.ending == nil)
    #expect(fetches.followed > newer)
    #expect(fetches.newest == fetches.followed)
  }

  @Test func `a pipeline that still writes its section cache is kept until the next fetch`() {
    var fetches = ListFetches()
    let number = fetches.begin()
    _ = fetches.follow(Pipeline(), of: number)
    _ = fetches.stop(hasCache: true)
    #expect(fetches.ending != nil)
    let next = fetches.begin()
    _ = fetches.follow(Pipeline(), of: next)
    #expect(fetches.ending == nil)
  }

  @MainActor @Test func `a caller waits for its step or a later one, or for another pipeline`()
    async
  {
    let steps = Steps()
    async let second = steps.wait(for: 2)
    async let third = steps.wait(for: 3)
    while steps.count < 2 { await Task.yield() }
    #expect(steps.waiters.finish(1).isEmpty)
    for caller in steps.waiters.finish(2) {
      caller.resume(returning: StoreError(.busy, "the second step failed"))
    }
    let error = await second
    #expect(error?.message == "the second step failed")
    #expect(steps.waiters.isFinished(2))
    #expect(!steps.waiters.isFinished(3))
    for caller in steps.waiters.restart() { caller.resume(returning: nil) }
    let none = await third
    #expect(none == nil)
    #expect(!steps.waiters.isFinished(1))
  }

  @MainActor private final class Steps {
    var waiters = StepWaiters()
    var count = 0

    func wait(for step: Int) async -> StoreError? {
      await withCheckedContinuation { continuation in
        waiters.add(continuation, until: step)
        count += 1
      }
    }
  }
}
