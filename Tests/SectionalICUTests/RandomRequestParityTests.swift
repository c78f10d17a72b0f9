import Foundation
import Sectional
import SectionalICU
import SectionalTesting
import TestSupport
import Testing

/// The parity law over requests with everything that people expect of an order: the same sections, rows, index titles and
/// change sets over every store.
@MainActor @Suite struct RandomRequestParityTests {
  private static let start = Date(timeIntervalSince1970: 1_718_000_000)

  /// Returns a letter with difficult texts, sent within some weeks.
  private func letter(_ id: Int64, _ random: inout SeededGenerator, _ words: [String]) -> Letter {
    Letter(
      id: id, name: random.element(of: words) ?? "",
      team: random.happens(onceIn: 5) ? nil : random.element(of: words.prefix(12)),
      sent: random.happens(onceIn: 6)
        ? nil : Self.start.addingTimeInterval(Double(random.below(40 * 86_400) - 30 * 86_400)))
  }

  private func lists(
    _ stores: RecordStores<Letter>, _ requests: inout RandomLetterRequest
  ) throws -> [ResultsController<Letter>] {
    let (request, section) = (requests.request(), requests.section())
    let title = requests.indexTitle()
    func list(_ store: some ResultsStore) -> ResultsController<Letter> {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, indexTitle: title)
    }
    return [list(stores.memory), list(stores.sqlite), list(try stores.postgres)]
  }

  @Test(arguments: (2500..<2512).map(UInt64.init))
  func `random requests make the same list and the same changes over every store`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let words = try WordGenerator.words(260, seed: seed).filter(WordGenerator.isClear)
    let clock = ManualWallClock(
      now: Self.start, timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    var requests = RandomLetterRequest(seed: seed, words: words, clock: clock)
    let stores = try await RecordStores<Letter>(
      (0..<60).map { letter(Int64($0), &random, words) })
    let lists = try lists(stores, &requests)
    var changes = [[String]](repeating: [], count: lists.count)
    for (place, list) in lists.enumerated() {
      list.trackChanges(didChange: { _, changeset in changes[place].append("\(changeset)") })
      try await list.performFetch()
    }
    for step in 0..<HistoryLength.steps(10) {
      let place = "seed \(seed), step \(step)"
      for list in lists.dropFirst() {
        #expect(list.picture == lists[0].picture, "\(place)")
        #expect(list.sectionIndexTitles == lists[0].sectionIndexTitles, "\(place)")
      }
      if step % 4 == 3 {
        clock.now += Double(random.below(3) * 43_200)
      } else {
        let batch = (0..<1 + random.below(4)).map { _ in
          (random.below(3), letter(Int64(random.below(80)), &random, words))
        }
        try await stores.write { writes in
          for (kind, letter) in batch {
            if kind == 0 { writes.delete(letter) } else { writes.upsert(letter) }
          }
        }
      }
      for list in lists { try await list.refresh() }
      #expect(changes[1] == changes[0] && changes[2] == changes[0], "\(place)")
    }
    for list in lists { await list.close() }
  }
}
