import Sectional
import Testing
import UIKit

/// What a collection view demands of its data source and of a batch of updates.
@MainActor
struct CollectionTests {
  private func item(_ item: Int, _ section: Int = 0) -> [IndexPath] {
    [IndexPath(row: item, section: section)]
  }

  @Test
  func `a data source that keeps the rules is followed`() {
    let source = RuleCollection([["a", "b"]])
    source.view.layoutIfNeeded()
    source.perform(to: [["b", "c"], ["d"]]) { view in
      view.deleteItems(at: item(0))
      view.insertItems(at: item(1))
      view.insertSections([1])
    }
    #expect(source.view.shown == [["b", "c"], ["d"]])
    #expect(source.view.failures == [])
  }

  @Test(arguments: [
    (RuleCollection.Fault.registersNothing, "could not dequeue a view of kind"),
    (.returnsItsOwnCell, "the cell returned from -collectionView:cellForItemAtIndexPath:"),
    (.returnsAnotherCell, "Expected dequeued view to be returned"),
    (.registersWhenAsked, "Attempted to dequeue a cell using a registration"),
  ])
  func `a broken rule about cells is noticed`(fault: RuleCollection.Fault, complaint: String) throws
  {
    let source = RuleCollection([["a"]], fault: fault)
    source.view.layoutIfNeeded()
    #expect(try #require(source.view.failures.first).hasPrefix(complaint))
  }

  @Test
  func `items that nobody told of are noticed`() throws {
    let source = RuleCollection([["a"]])
    source.view.layoutIfNeeded()
    source.perform(to: [["a", "b"]]) { _ in }
    let failure = try #require(source.view.failures.first)
    #expect(failure.hasPrefix("Invalid update: invalid number of items in section 0."))
  }

  @Test
  func `items of inserted and deleted sections are not told of`() {
    let source = RuleCollection([["a"]])
    source.view.layoutIfNeeded()
    source.perform(to: [["b"]]) { view in
      view.deleteSections([0])
      view.deleteItems(at: item(0))
      view.insertSections([0])
    }
    #expect(source.view.failures.count == 1)
    source.perform(to: [["b"], ["c"]]) { view in
      view.insertSections([1])
      view.insertItems(at: item(0, 1))
    }
    #expect(source.view.failures.count == 2)
  }

  @Test
  func `a class that is registered can be dequeued by its identifier`() {
    let source = RuleCollection([["a"]], fault: .registersClass)
    source.view.layoutIfNeeded()
    #expect(source.view.failures == [])
    #expect(source.view.shown == [["a"]])
  }

  @Test
  func `a collection view that has not counted its items before a change is noticed`() throws {
    let source = RuleCollection([["a"]])
    source.view.layoutIfNeeded()
    source.view.reloadData()
    source.change(to: [["a", "b"]]) { $0.insertItems(at: [IndexPath(row: 1, section: 0)]) }
    let failure = try #require(source.view.failures.first)
    #expect(failure.hasPrefix("Invalid update: invalid number of items in section 0."))
  }
}
