import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Requests that a newer one replaces while the store still reads for them.
@MainActor @Suite struct SupersededSearchTests {
  @Test func `only the newest of several requests is read to its end`() async throws {
    let gate = ReadGate()
    let items = ["anna", "bert"].enumerated().map { Item(Int64($0), $1) }
    let store = try await TestStore(.memory, of: Item.self, items)
    // A list that follows changes looks at the store too, and its look would count as a request.
    let list = store.list(ResultsRequest<Item>(), tracksChanges: false, through: gate)
    try await list.performFetch()
    gate.close()
    let waiting = gate.waiting
    var tasks: [Task<StoreError?, Never>] = []
    for text in ["a", "an", "ann"] {
      tasks.append(
        Task {
          var request = list.fetchRequest
          request.search = .contains(text, in: \.name)
          return await storeError { try await list.setRequest(request) }
        })
      try await wait { gate.waiting > waiting + tasks.count - 1 }
    }
    gate.open()
    var codes: [StoreError.Code?] = []
    for task in tasks { codes.append(await task.value?.code) }
    #expect(codes == [.cancelled, .cancelled, nil])
    try await wait { gate.cancelled == 2 }
    #expect(list.results.rows.map(\.name) == ["anna"])
    list.stop()
  }
}
