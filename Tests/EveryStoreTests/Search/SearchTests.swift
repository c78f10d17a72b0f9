import Foundation
import Sectional
import TestSupport
import Testing

/// Searches in text, which find the same in every store.
@MainActor @Suite struct SearchTests {
  private static let visits = [
    Visit(id: 1, name: "Öberg", team: "Café"), Visit(id: 2, name: "oberon", team: nil, level: 1),
    Visit(id: 3, name: "Straße", team: "CAFE\u{301}"), Visit(id: 4, name: "50%_off\\now", team: ""),
    Visit(id: 5, name: "", team: "Öl", level: 1), Visit(id: 6, name: "Ø", team: "5", level: 5),
    Visit(id: 7, name: "\u{301}", team: "x"), Visit(id: 8, name: "Zoberg", team: "café au lait"),
  ]

  /// Checks which visits a search finds over every store.
  private func expect(
    _ search: TextSearch<Visit>, _ ids: [Int64], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let stores = try await RecordStores(Self.visits)
    let request = ResultsRequest<Visit>(search: search, sortBy: [SortKey(\.id)])
    for (name, list) in try await stores.lists(request) {
      #expect(
        list.results.rows.map(\.id) == ids, "\(name)", sourceLocation: sourceLocation)
      #expect(list.diagnostics.rowsRead == ids.count, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `text is found anywhere, at the beginning, or as a whole`() async throws {
    try await expect(.contains("OBERG", in: \.name), [1, 8])
    try await expect(.contains("o\u{308}BER", in: \.name), [1, 2, 8])
    try await expect(.hasPrefix("ober", in: \.name), [1, 2])
    try await expect(.hasPrefix("berg", in: \.name), [])
    try await expect(.equals("OBERG", in: \.name), [1])
    try await expect(.equals("ober", in: \.name), [])
    try await expect(.contains("STRASSE", in: \.name), [3])
    try await expect(.equals("stra\u{1E9E}e", in: \.name), [3])
    try await expect(.contains("o", in: \.name), [1, 2, 4, 8])
    try await expect(.contains("ø", in: \.name), [6])
  }

  @Test func `one of several columns is enough, and nil is never found`() async throws {
    try await expect(.contains("cafe", in: \.team), [1, 3, 8])
    try await expect(.contains("o", in: \.name, \.team), [1, 2, 4, 5, 8])
    try await expect(.hasPrefix("o", in: \.name, \.team), [1, 2, 5])
    try await expect(.equals("cafe", in: \.name, \.team), [1, 3])
    // The text of a nil isn't the empty one.
    try await expect(.equals("", in: \.team), [4])
    try await expect(.equals("nil", in: \.team), [])
  }

  @Test func `searches can be combined`() async throws {
    let (name, team) = (
      TextSearch<Visit>.contains("berg", in: \.name), TextSearch<Visit>.contains("cafe", in: \.team)
    )
    try await expect(.all([name, team]), [1, 8])
    try await expect(.any([name, team]), [1, 3, 8])
    try await expect(.all([.any([name, team]), .hasPrefix("s", in: \.name)]), [3])
    try await expect(.any([.all([name, team]), .equals("oberon", in: \.name)]), [1, 2, 8])
    try await expect(.all([]), [1, 2, 3, 4, 5, 6, 7, 8])
    try await expect(.any([]), [])
    // An empty search field limits neither.
    try await expect(.all([name, .contains("", in: \.team)]), [1, 8])
    try await expect(.any([name, .contains("", in: \.team)]), [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `an empty text finds everything, unless the whole text is to be empty`() async throws {
    let all = Self.visits.map(\.id)
    try await expect(.contains("", in: \.name), all)
    try await expect(.hasPrefix("", in: \.team), all)
    try await expect(.contains("\u{301}\u{308}", in: \.name), all)
    // A text that consists of accents is empty without them.
    try await expect(.equals("", in: \.name), [5, 7])
    try await expect(.equals("\u{308}", in: \.name), [5, 7])
  }

  @Test func `no character has a special meaning`() async throws {
    try await expect(.contains("%", in: \.name), [4])
    try await expect(.contains("_", in: \.name), [4])
    try await expect(.contains("\\", in: \.name), [4])
    try await expect(.contains("50%_OFF\\", in: \.name), [4])
    try await expect(.contains("5%off", in: \.name), [])
    try await expect(.hasPrefix("50_", in: \.name), [])
    try await expect(.equals("%", in: \.name), [])
    try await expect(.contains("?", in: \.name), [])
    try await expect(.contains("'", in: \.name), [])
    try await expect(.contains("*", in: \.name), [])
    try await expect(.contains("^", in: \.name), [])
    try await expect(.contains(".", in: \.name), [])
    try await expect(.contains("\u{0}", in: \.name), [])
  }

  @Test func `a search and a predicate both apply`() async throws {
    let stores = try await RecordStores(Self.visits)
    let request = ResultsRequest<Visit>(
      predicate: #Predicate { $0.level == 1 }, search: .contains("o", in: \.name, \.team),
      sortBy: [SortKey(\.id)])
    for (name, list) in try await stores.lists(request) {
      #expect(list.results.rows.map(\.id) == [2, 5], "\(name)")
    }
    // A predicate that fails for a record leaves it out, whatever the search finds.
    let failing = ResultsRequest<Visit>(
      predicate: #Predicate { 6 / ($0.level - 1) > -100 }, search: .contains("o", in: \.name),
      sortBy: [SortKey(\.id)])
    for (name, list) in try await stores.lists(failing) {
      #expect(list.results.rows.map(\.id) == [1, 4, 8], "\(name)")
    }
  }

  @Test func `a property without a column is an error`() async throws {
    let stores = try await RecordStores(Self.visits)
    let request = ResultsRequest<Visit>(search: .contains("a", in: \.name.description))
    for error in await stores.errors(request) { #expect(error?.code == .invalidMapping) }
  }
}
