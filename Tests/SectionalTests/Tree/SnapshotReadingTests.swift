import Dispatch
import SectionalTesting
import Testing

@testable import Sectional

/// One thread changes a list while others read its earlier versions.
struct SnapshotReadingTests {
  private struct Published: Sendable {
    var lists: [(list: RowList, keys: [RowKey])] = []
    var isOver = false
    var failures: [String] = []
  }

  @Test(arguments: 0..<3 as Range<Int>)
  func `old lists can be read from any thread while newer ones are made`(kind: Int) throws {
    let kind = TreeModelTests.kinds[[0, 2, 3][kind]]
    let published = Locked(Published())
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      if thread == 0 {
        SnapshotReadingTests.write(kind, to: published)
      } else {
        SnapshotReadingTests.read(published, seed: UInt64(thread))
      }
    }
    #expect(published.withLock { $0.failures } == [])
  }

  private static func write(_ kind: ModelList.Kind, to published: Locked<Published>) {
    var generator = SeededGenerator(seed: 11)
    var model = ModelList(kind: kind)
    var list = RowList(empty: kind.grouping, shape: kind.shape)
    for _ in 0..<400 {
      let ids = model.change(&generator)
      do {
        let keys = Set(ids.map(model.key))
        list = try list.applying(ids.sorted().compactMap(model.orderedRow), for: keys).list
      } catch {
        published.withLock { $0.failures.append("\(error)") }
      }
      let entry = (list: list, keys: model.order.map(model.key))
      published.withLock { $0.lists = $0.lists.suffix(20) + [entry] }
    }
    published.withLock { $0.isOver = true }
  }

  private static func read(_ published: Locked<Published>, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    while true {
      let (lists, isOver) = published.withLock { ($0.lists, $0.isOver) }
      if isOver { return }
      guard let (list, keys) = generator.element(of: lists) else { continue }
      let isRight =
        list.keys == keys
        && keys.enumerated().allSatisfy { list[$0].key == $1 && list.rank(of: $1) == $0 }
      if !isRight { published.withLock { $0.failures.append("an old list changed") } }
    }
  }
}
