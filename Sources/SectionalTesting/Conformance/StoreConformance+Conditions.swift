import Foundation
import Sectional

/// Rows that a store chooses by a predicate or by values, and many rows.
extension StoreConformance {
  func checkConditions(_ subject: Subject) async throws {
    let items = [
      ConformanceItem(id: 1, name: "Ada", team: "even"), ConformanceItem(id: 2, name: "ada"),
      ConformanceItem(id: 3, name: "Z\u{FC}rich", team: "odd"),
      ConformanceItem(id: 4, name: "100%_off", team: ""),
      ConformanceItem(id: 5, name: "Bob", team: "Even"),
      ConformanceItem(id: .max, name: "it's", team: "odd"),
    ]
    try await subject.perform(ItemTransaction(items.map { .write(.put($0)) }))
    let teams: [String?] = ["odd", nil]
    let limit = Int64.max
    try await expect(items, of: subject, "team != \"even\"", #Predicate { $0.team != "even" })
    try await expect(items, of: subject, "team == nil", #Predicate { $0.team == nil })
    try await expect(items, of: subject, "team ?? \"\"", #Predicate { ($0.team ?? "") == "" })
    try await expect(items, of: subject, "team in a set", #Predicate { teams.contains($0.team) })
    try await expect(items, of: subject, "name contains", #Predicate { $0.name.contains("%_") })
    try await expect(
      items, of: subject, "neither name nor team",
      #Predicate { !($0.name == "Ada" || $0.team == "odd") })
    try await expect(items, of: subject, "id < 9223372036854775807", #Predicate { $0.id < limit })
    try await expect(
      items, of: subject, "a search for ADA", nil, search: .contains("ADA", in: \.name)
    ) { ["Ada", "ada"].contains($0.name) }
    try await expect(
      items, of: subject, "a search for zurich", nil, search: .contains("zurich", in: \.name)
    ) { $0.name == "Z\u{FC}rich" }
    try await checkValues(items, subject)
  }

  private func expect(
    _ items: [ConformanceItem], of subject: Subject, _ name: String,
    _ predicate: Predicate<ConformanceItem>?, search: TextSearch<ConformanceItem>? = nil,
    where isFound: ((ConformanceItem) -> Bool)? = nil
  ) async throws {
    let request = ResultsRequest<ConformanceItem>(predicate: predicate, search: search)
    let read = try await subject.store.read { try await $0.fetch(request) }.sorted { $0.id < $1.id }
    let expected = try items.filter { item in
      try isFound?(item) ?? predicate.map { try $0.evaluate(item) } ?? true
    }
    guard read == expected else {
      throw ConformanceFailure(
        rule: .readsConditions,
        difference: "\(name): \(ConformanceItem.difference(read, expected)) (sorted by id)")
    }
  }

  /// Reads rows by the values of a column, which a store can leave to the default.
  private func checkValues(_ items: [ConformanceItem], _ subject: Subject) async throws {
    let request = try ResultsRequest<ConformanceItem>().rowRequest(sectionBy: nil)
    let missing = try await subject.store.read { reader in
      try await reader.prepare(for: [request])
      let layout = try await reader.layout(of: request)
      let query = try RowQuery(request, layout: layout)
      let column = try layout.columns.resolve("team")
      let rows: FetchedRows
      do {
        rows = try await reader.rows(
          of: query, where: column, isIn: [[.text("even"), .text("Even")], [.null]])
      } catch let error as StoreError where error.code == .unsupported {
        return [Int64]()
      }
      let keys = Set(try rows.packer().unsorted.map(\.key))
      return [1, 2, 5].filter { !keys.contains(RowKey([.integer($0)])) }
    }
    guard missing.isEmpty else {
      throw ConformanceFailure(
        rule: .readsConditions, difference: "rows(of:where:isIn:) leaves out the rows \(missing)")
    }
  }

  @MainActor func checkManyRows(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .readsManyRows,
      ItemTransaction((1...2500).map { .write(.numbered($0)) }))
    // Whether a version changes with contents alone is another rule.
    try await list.perform(
      ItemTransaction(
        [.write(.numbered(2501))]
          + (1...1500).map { .write(.put(ConformanceItem(id: $0, name: "other \($0)"))) }))
    try await list.refresh(after: "after a transaction that changed 1,500 rows")
    list.controller.stop()
  }
}
