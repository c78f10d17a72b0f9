import Testing

@testable import Sectional

/// What a paused list keeps of the deliveries that it holds back.
struct HeldDeliveriesTests {
  private static func delivery(tag: WriteTag?, loaded: [Int64] = []) -> ResultsDelivery {
    ResultsDelivery(
      list: PresentedList(.empty(isSectioned: false)), changes: RowListDiff(),
      tags: CommonTag(tag), version: nil, alongside: [],
      loaded: loaded.map { RowKey([.integer($0)]) }, diagnostics: ResultsDiagnostics(), step: 1)
  }

  @Test func `deliveries are held back while the list is paused and nobody demands them`() {
    var held = HeldDeliveries()
    #expect(!held.holdsBack)
    held.isPaused = true
    #expect(held.holdsBack)
    held.demands = 1
    #expect(!held.holdsBack)
    held.demands = 0
    #expect(held.holdsBack)
  }

  @Test func `a delivery speaks for those that were held back, once`() {
    let tag = WriteTag()
    var held = HeldDeliveries()
    held.add(Self.delivery(tag: tag, loaded: [1]))
    held.add(Self.delivery(tag: tag, loaded: [2]))
    #expect(held.isBehind)
    let released = held.released(Self.delivery(tag: tag, loaded: [3]))
    #expect(released.tags.tag == tag)
    #expect(Set(released.loaded) == Set([1, 2, 3].map { RowKey([.integer($0)]) }))
    #expect(!held.isBehind)
    #expect(held.released(Self.delivery(tag: nil)).loaded.isEmpty)
  }

  @Test func `changes of different transactions have no tag together`() {
    var held = HeldDeliveries()
    held.add(Self.delivery(tag: WriteTag()))
    #expect(held.released(Self.delivery(tag: WriteTag())).tags.tag == nil)
  }

  @Test func `another fetch forgets what was held back`() {
    var held = HeldDeliveries()
    held.isPaused = true
    held.add(Self.delivery(tag: WriteTag(), loaded: [1]))
    held.forget()
    #expect(!held.isBehind)
    #expect(held.isPaused)
    let tag = WriteTag()
    let next = held.released(Self.delivery(tag: tag))
    #expect(next.tags.tag == tag)
    #expect(next.loaded.isEmpty)
  }
}
