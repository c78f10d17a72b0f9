import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists that are opened, followed and closed, many of them one after another.
@MainActor @Suite(.serialized, .timeLimit(.minutes(60))) struct LeakTests {
  /// `SECTIONAL_LISTS` overrides the number for each store, and has the process's memory checked too, in a run of these
  /// tests alone.
  private static let chosenCount =
    ProcessInfo.processInfo.environment["SECTIONAL_LISTS"].flatMap(Int.init)
  private static let count = chosenCount ?? 60

  @Test(arguments: StoreKind.allCases)
  func `closed lists leave no object, no open file and no memory behind`(
    kind: StoreKind
  ) async throws {
    let items = (1...40).map { Item($0, "name \($0 % 10)", "team \($0 % 5)") }
    let store = try await TestStore(kind, of: Item.self, items)
    if kind != .memory { try await store.execute(LeakTests.index(kind)) }
    var early: ProcessUse?
    for number in 1...LeakTests.count {
      try await useList(over: store, number)
      // By then, whatever is made once has been made.
      if number == max(LeakTests.count / 5, 1) { early = ProcessUse.now }
    }
    guard LeakTests.chosenCount != nil, let early, let late = ProcessUse.now else { return }
    print("\(kind), \(LeakTests.count) lists: \(early) after a fifth of them, \(late) at the end")
    // Stores close connections, and the system ends threads, that were unused for some seconds.
    try await wait(for: "what is unused to be given back") {
      guard let now = ProcessUse.now else { return true }
      return now.files <= early.files && now.threads <= early.threads + 2
    }
    // A leak of one kilobyte for each list would be more.
    #expect(late.bytes < early.bytes + max(4 << 20, LeakTests.count * 800))
  }

  @Test func `closed stores leave no open file behind`() async throws {
    let file = try ScratchDatabase(
      "\(Item.sqlite); \(LeakTests.index(.sqlite)); INSERT INTO item VALUES (7, 'a', 'x')")
    for number in 1...max(LeakTests.count / 10, 5) {
      let store = TestStore(.sqlite(try file.store(), file))
      try await useList(over: store, number)
    }
    try await wait(for: "the file to be closed") {
      (ProcessUse.now?.paths ?? []).allSatisfy { !$0.hasPrefix(file.path) }
    }
  }

  /// The index that a list with a window needs.
  private static func index(_ kind: StoreKind) -> String {
    let terms =
      kind == .postgres
      ? ["team", "name"].map { "\($0) COLLATE \"C\" NULLS FIRST" } : ["team", "name"]
    return "CREATE INDEX item_order ON item(\(terms.joined(separator: ", ")), id)"
  }

  /// Opens a list, lets it follow two writes, and closes it.
  private func useList(over store: TestStore, _ number: Int) async throws {
    weak var released: ResultsController<Item>?
    do {
      let list = store.list(request(number), sectionBy: number % 7 == 0 ? nil : SectionKey(\.team))
      released = list
      try await list.performFetch()
      for name in ["new", "name 1"] {
        try await store.write { $0.update(Item(7, "\(name) \(number)", "team 2")) }
        try await list.refresh()
      }
      let shown = list.results.rows.map(\.id).contains(7) || number % 4 == 2
      #expect(shown)
      await list.close()
    }
    try await wait(for: "the list to be released") { released == nil }
  }

  /// Returns requests of each kind in turn.
  private func request(_ number: Int) -> ResultsRequest<Item> {
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.team), SortKey(\.name)])
    switch number % 4 {
    case 1: request.fetchBatchSize = 200
    case 2: (request.fetchLimit, request.fetchOffset) = (10, 5)
    case 3: request.fetchWindowSize = 200
    default: break
    }
    return request
  }
}
