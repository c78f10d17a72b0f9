import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// What is found ends where a letter ends, on every store.
@MainActor @Suite struct LetterSearchTests {
  private static let names = [
    "かき", "がき", "か\u{3099}き", "ばか", "が", "가나", "각", "\u{AC00}\u{11A8}", "\u{1100}\u{1161}\u{11A8}하",
    "강가", "किताब", "क्या", "ड\u{93C}", "ड", "I\u{15F}\u{131}k", "Işık", "か\u{301}", "ab\u{301}c",
  ]

  private func stores(_ names: [String] = names) async throws -> RecordStores<Item> {
    try await RecordStores(names.enumerated().map { Item(Int64($0), $1) })
  }

  private func expect(
    _ stores: RecordStores<Item>, _ search: TextSearch<Item>, _ ids: [Int64],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for (name, list) in try await stores.lists(
      ResultsRequest(search: search, sortBy: [SortKey(\.id)]))
    {
      #expect(list.results.rows.map(\.id) == ids, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a letter isn't found in another one`() async throws {
    let stores = try await stores()
    try await expect(stores, .contains("か", in: \.name), [0, 3, 16])
    try await expect(stores, .contains("が", in: \.name), [1, 2, 4])
    try await expect(stores, .hasPrefix("か", in: \.name), [0, 16])
    try await expect(stores, .equals("か", in: \.name), [16])
    try await expect(stores, .contains("가", in: \.name), [5, 9])
    try await expect(stores, .contains("각", in: \.name), [6, 7, 8])
    try await expect(stores, .hasPrefix("각", in: \.name), [6, 7, 8])
    try await expect(stores, .equals("각", in: \.name), [6, 7])
    try await expect(stores, .contains("\u{1100}", in: \.name), [])
    // A vowel sign is a letter of its own; a virama and a nukta aren't.
    try await expect(stores, .contains("क", in: \.name), [10])
    try await expect(stores, .contains("ड", in: \.name), [13])
    try await expect(stores, .contains("\u{95C}", in: \.name), [12])
    // An accent makes no other letter.
    try await expect(stores, .contains("b", in: \.name), [17])
    try await expect(stores, .contains("isik", in: \.name), [14, 15])
  }

  /// The oracle compares scalars, and knows by name which of them belong to the letter before.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `every store finds the same letters`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "か", "が", "か\u{3099}", "き", "\u{3099}", "가", "각", "\u{AC00}\u{11A8}", "\u{1100}",
      "\u{1161}", "\u{11A8}", "क", "\u{93F}", "\u{94D}", "\u{93C}", "a", "\u{301}", "é", "\u{334}",
    ]
    func text(_ most: Int) -> String {
      (0...random.below(most)).map { _ in random.element(of: pieces) ?? "" }.joined()
    }
    let names = (0..<80).map { _ in text(4) }
    let stores = try await stores(names)
    for part in (0..<16).map({ _ in text(2) }) {
      let searches: [(TextSearch<Item>, Match)] = [
        (.contains(part, in: \.name), .contains), (.hasPrefix(part, in: \.name), .hasPrefix),
        (.equals(part, in: \.name), .equals),
      ]
      for (search, match) in searches {
        let found = names.indices.filter { Self.finds(part, in: names[$0], match) }.map(Int64.init)
        try await expect(stores, search, found)
      }
    }
  }

  private enum Match { case contains, hasPrefix, equals }

  private static func finds(_ part: String, in text: String, _ match: Match) -> Bool {
    func plain(_ text: String) -> [Unicode.Scalar] {
      text.decomposedStringWithCanonicalMapping.unicodeScalars
        .filter { $0 != "\u{301}" && $0 != "\u{334}" }
    }
    let (part, text) = (plain(part), plain(text))
    let joining: Set<Unicode.Scalar> = ["\u{3099}", "\u{94D}", "\u{93C}", "\u{1161}", "\u{11A8}"]
    if part.isEmpty { return match != .equals || text.isEmpty }
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      let end = start + part.count
      guard Array(text[start..<end]) == part else { return false }
      switch match {
      case .equals: return start == 0 && end == text.count
      case .hasPrefix where start > 0: return false
      default: return end == text.count || !joining.contains(text[end])
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `typing goes on from one letter to another`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Item.self, Self.names.enumerated().map { Item(Int64($0), $1) })
    let list = store.list(ResultsRequest<Item>(sortBy: [SortKey(\.id)]))
    try await list.performFetch()
    for (text, ids) in [
      ("か", [0, 3, 16]), ("が", [1, 2, 4]), ("がき", [1, 2]), ("が", [1, 2, 4]), ("가", [5, 9]),
      ("각", [6, 7, 8]), ("각하", [8]), ("ड", [13]), ("ड\u{93C}", [12]), ("", Array(0..<18)),
    ] as [(String, [Int64])] {
      var request = list.fetchRequest
      request.search = .contains(text, in: \.name)
      try await list.setRequest(request)
      #expect(list.results.rows.map(\.id) == ids, "\(text)")
    }
    list.stop()
  }
}
