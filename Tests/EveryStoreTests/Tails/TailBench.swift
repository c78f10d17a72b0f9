import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A conversation whose messages are a minute apart, and a list of it that begins at its end.
@MainActor final class TailBench {
  let store: TestStore
  let list: ResultsController<Visit>
  let recorder = ChangesetRecorder<Visit>()

  /// Noon on a Friday in Stockholm.
  nonisolated static let start = Date(timeIntervalSince1970: 1_795_172_400)
  nonisolated static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt

  nonisolated static func message(_ number: Int64) -> Visit {
    Visit(id: number, at: start.addingTimeInterval(Double(number) * 60))
  }

  /// The request for the last messages.
  static func request(last: Int) -> ResultsRequest<Visit> {
    var request = ResultsRequest<Visit>(sortBy: [SortKey(\.at)])
    request.fetchLast = last
    return request
  }

  /// Creates the list, and fetches it.
  init(
    _ kind: StoreKind, of messages: Range<Int64>, last: Int,
    sectionBy section: SectionKey<Visit> = .calendar(.day, of: \.at, in: TailBench.zone),
    isLogged: Bool = true
  ) async throws {
    store = try await TestStore(kind, of: Visit.self, messages.map(TailBench.message))
    if kind != .memory {
      let order = kind == .postgres ? "(at NULLS FIRST, id)" : "(at, id)"
      try await store.execute("CREATE INDEX visit_at ON visit \(order)")
      if isLogged { try await store.installChangeLog(for: ["visit"]) }
    }
    list = store.list(TailBench.request(last: last), sectionBy: section)
    list.changesetDelegate = recorder
    try await list.performFetch()
  }

  /// The numbers of the messages that are shown.
  var shown: [Int64] { list.results.rows.map(\.id) }

  /// Inserts messages, and waits until the list knows of them.
  func insert(_ messages: some Sequence<Int64>) async throws {
    try await store.write { batch in
      for number in messages { batch.insert(TailBench.message(number)) }
    }
    try await list.refresh()
  }

  /// Deletes messages, and waits until the list knows of it.
  func delete(_ messages: some Sequence<Int64>) async throws {
    try await store.write { batch in
      for number in messages { batch.delete(TailBench.message(number)) }
    }
    try await list.refresh()
  }

  /// Returns how many rows the list reads meanwhile.
  func rowsRead(_ body: () async throws -> Void) async throws -> Int {
    let before = list.diagnostics.rowsRead
    try await body()
    return list.diagnostics.rowsRead - before
  }

  /// The sections of the messages that are shown, in a list of all of them.
  func sections(
    by section: SectionKey<Visit> = .calendar(.day, of: \.at, in: TailBench.zone)
  ) async throws -> [SectionPicture] {
    let whole = store.list(
      ResultsRequest<Visit>(sortBy: [SortKey(\.at)]), sectionBy: section, tracksChanges: false)
    try await whole.performFetch()
    let first = shown.first ?? .max
    return whole.results.map {
      SectionPicture($0.name, $0.key, $0.map(\.id).filter { $0 >= first })
    }
    .filter { !$0.ids.isEmpty }
  }

  var pictures: [SectionPicture] {
    list.results.map { SectionPicture($0.name, $0.key, $0.map(\.id)) }
  }
}
