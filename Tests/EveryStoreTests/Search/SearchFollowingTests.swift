import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Searches in lists that follow their store, row by row, and in search fields.
@MainActor @Suite struct SearchFollowingTests {
  private static let names = [
    "Öberg", "oberon", "Zoë", "zoo", "Straße", "Strand", "", "Ålesund", "alpha", "émile",
  ]

  /// A list of items by name that a search finds.
  private func bench(_ kind: StoreKind, _ search: TextSearch<Item>) async throws -> ControllerBench
  {
    let items = Self.names.enumerated().map { Item(Int64($0), $1, $1.isEmpty ? nil : "Red") }
    let bench = try await ControllerBench(
      kind, items, ResultsRequest(search: search, sortBy: [SortKey(\.name)]), sectionBy: nil)
    try await bench.store.installChangeLog(for: ["item"])
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `a row comes and goes as its name changes, and no other is read`(
    kind: StoreKind
  ) async throws {
    let bench = try await bench(kind, .contains("oBeR", in: \.name))
    let recorder = CallRecorder()
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    #expect(bench.picture == [": oberon Öberg"])
    try await bench.write { $0.update(Item(3, "Róbert", "Red")) }
    #expect(recorder.take() == ["will", "insert row - to 0,0 Róbert", "did"])
    try await bench.write { $0.update(Item(3, "Róberta", "Red")) }
    #expect(recorder.take() == ["will", "update row 0,0 to 0,0 Róberta", "did"])
    try await bench.write { $0.update(Item(0, "Berg", "Red")) }
    #expect(recorder.take() == ["will", "delete row 0,2 to - Öberg", "did"])
    // Rows that aren't found before or after a change change nothing.
    try await bench.write { $0.update(Item(8, "beta", "Red")) }
    try await bench.write { $0.delete(Item(9, "")) }
    #expect(recorder.take() == [])
    try await bench.write { $0.insert(Item(20, "SOBER", nil)) }
    #expect(recorder.take() == ["will", "insert row - to 0,1 SOBER", "did"])
    #expect(bench.controller.diagnostics.fullFetches == 1)
    #expect(bench.controller.diagnostics.fullFetchReason == nil)
    #expect(bench.controller.diagnostics.rowsRead <= 2 + 3)
  }

  @Test(arguments: StoreKind.databases)
  func `what another program writes is found`(kind: StoreKind) async throws {
    let bench = try await bench(kind, .hasPrefix("STRASS", in: \.name, \.team))
    try await bench.controller.performFetch()
    #expect(bench.picture == [": Straße"])
    try await bench.store.writeElsewhere("UPDATE item SET name = 'straSS' WHERE id = 5")
    try await wait { bench.picture == [": Straße straSS"] }
    try await bench.store.writeElsewhere("UPDATE item SET name = 'Gasse' WHERE id = 4")
    try await wait { bench.picture == [": straSS"] }
    try await bench.store.writeElsewhere("UPDATE item SET team = 'STRA\u{1E9E}E' WHERE id = 1")
    try await wait { bench.picture == [": oberon straSS"] }
    try await bench.store.writeElsewhere("DELETE FROM item")
    try await wait { bench.picture == [": "] }
    #expect(bench.controller.diagnostics.fullFetches == 1)
    // The one that was found at first, and those that came.
    #expect(bench.controller.diagnostics.rowsRead == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `each keystroke leads to the rows that are found next`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Item.self,
      Self.names.enumerated().map { Item(Int64($0), $1, $0 < 5 ? "Red" : nil) })
    func request(_ text: String) -> ResultsRequest<StoredRow> {
      ResultsRequest(
        source: .table("item"), search: .contains(text, in: "name", "team"),
        sortBy: [SortKey(.column("name"), collation: .folded)])
    }
    let list = try await RecordedList(request(""), store.store, sectionBy: .column("team"))
    for text in [
      "s", "st", "str", "stra", "stras", "strass", "strasse", "strassen", "", "é", "e", "red", "re",
      "\u{301}", "ZOE", "z", "%", "o", "ö", "ob", "obe", "nothing", "",
    ] {
      try await list.controller.setRequest(request(text))
      let found = Self.names.indices.filter { Self.isFound(text, $0) }.map { Int64($0) }
      let shown = list.controller.results.rows.keys.flatMap(\.values)
      #expect(Set(shown) == Set(found.map(StoredValue.integer)), "\(text)")
      #expect(list.shown == ListPicture(list.controller.results), "\(text)")
      #expect(list.violation == nil, "\(text)")
    }
    // The list follows the last request.
    try await store.write { $0.insert(Item(30, "new", "Tan")) }
    try await store.settle(list.controller)
    #expect(list.controller.results.rows.count == Self.names.count + 1)
    #expect(list.violation == nil)
  }

  /// Returns whether Foundation finds a text in an item's name or team.
  private static func isFound(_ text: String, _ id: Int) -> Bool {
    let part = plain(text)
    return part.isEmpty || plain(names[id]).contains(part)
      || (id < 5 && plain("Red").contains(part))
  }

  private static func plain(_ text: String) -> String {
    String(text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { $0.value < 0x300 })
      .uppercased()
  }

  @Test(arguments: StoreKind.allCases)
  func `the request's search can be replaced`(kind: StoreKind) async throws {
    let bench = try await bench(kind, .contains("zo", in: \.name))
    let recorder = ChangesetRecorder<Item>()
    bench.controller.changesetDelegate = recorder
    try await bench.controller.performFetch()
    #expect(bench.picture == [": Zoë zoo"])
    var request = bench.controller.fetchRequest
    request.search = .contains("zoe", in: \.name)
    try await bench.controller.setRequest(request)
    #expect(bench.picture == [": Zoë"])
    request.search = nil
    try await bench.controller.setRequest(request)
    #expect(bench.controller.results.numberOfObjects == Self.names.count)
    #expect(recorder.kinds == [[.delete], Array(repeating: .insert, count: 9)])
    // Another search that finds the same changes nothing.
    request.search = .contains("", in: \.name)
    try await bench.controller.setRequest(request)
    #expect(recorder.changesets.count == 2)
  }
}
