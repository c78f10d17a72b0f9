import Sectional
import SectionalSQLite

extension Benchmark {
  /// The memory that a list's order, sections and keys take, in addition to the contents.
  static let bytesPerRow = Benchmark("bytes-per-row") { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    let store = try SQLiteStore(path: path)
    let contents = (1...Int64(rows)).reduce(0) { $0 + Item(random: $1, among: rows).packedBytes }
    let contentsPerRow = Double(contents) / Double(rows)
    // After it has been opened once, the store holds everything that it caches.
    _ = try await heapOfOpenList(store)
    var heapPerRow = Sample()
    try await session.rounds(RoundPlan(least: 2, most: 3)).run { _ in
      heapPerRow.add(Double(try await heapOfOpenList(store)) / Double(rows))
    }
    let rest = Sample(heapPerRow.values.map { $0 - contentsPerRow })
    var measurement = Measurement("bytes-per-row", rows: rows, rest, unit: .bytes)
    measurement.reach = Reach(
      text: "60 B + 0.3 × contents",
      isReached: measurement.median <= 60 + 0.3 * contentsPerRow)
    measurement.counts = [
      Count(name: "heapPerRow", value: Int(heapPerRow.median.rounded())),
      Count(name: "contentsPerRow", value: Int(contentsPerRow.rounded())),
    ]
    return [measurement]
  }

  /// Returns how much the heap grows when a list is opened.
  @ListOwner private static func heapOfOpenList(_ store: SQLiteStore) async throws -> Int {
    let before = try await Heap.bytesInUseAtRest()
    let list = try await FollowedList(Item.byName, of: store, sectionBy: SectionKey(\.team))
    try await list.settle()
    let after = try await Heap.bytesInUseAtRest()
    list.controller.stop()
    return after - before
  }
}
