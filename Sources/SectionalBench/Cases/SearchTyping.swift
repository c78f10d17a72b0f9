import Sectional
import SectionalSQLite

extension Benchmark {
  /// Names that are typed into a search field, letter by letter, with a new request for each letter.
  static let searchTyping = Benchmark(
    "search-typing", cases: ["search-first", "search-next", "search-clear"],
    sizes: .largest(upTo: 100_000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    let times = try await SearchField(path: path).type(rows: rows, session)
    var first = Measurement("search-first", rows: rows, times.first)
    var next = Measurement("search-next", rows: rows, times.next)
    var clear = Measurement("search-clear", rows: rows, times.clear)
    first.reach = Reach(text: "100 ms", isReached: first.median <= 0.1)
    next.reach = Reach(text: "30 ms", isReached: next.median <= 0.03)
    clear.reach = Reach(text: "100 ms", isReached: clear.median <= 0.1)
    return [first, next, clear]
  }
}

/// A list by initial, and the field in which a search for names is typed.
@ListOwner private struct SearchField {
  struct Times {
    var first = Sample()
    var next = Sample()
    var clear = Sample()
  }

  private let list: FollowedList<Item>

  init(path: String) async throws {
    list = try await FollowedList(
      Item.byName, of: try SQLiteStore(path: path), sectionBy: .firstLetter(of: \.name))
  }

  /// Types the first five letters of names, and clears the field after each.
  func type(rows: Int, _ session: Session) async throws -> Times {
    var times = Times()
    var generator = Generator(seed: 11)
    try await session.rounds(RoundPlan(least: 5, most: 12)).run { number in
      let name = Item(random: Int64(generator.below(rows) + 1), among: rows).name.lowercased()
      for length in 1...5 {
        let time = try await show(.contains(String(name.prefix(length)), in: \.name))
        // The first round is a warm-up.
        guard number > 0 || session.purpose == .counts else { continue }
        if length == 1 { times.first.add(time) } else { times.next.add(time) }
      }
      guard
        list.controller.results.rows.allSatisfy({ $0.name.lowercased().contains(name.prefix(5)) })
      else { throw BenchmarkError("the search found other names") }
      let time = try await show(nil)
      if number > 0 || session.purpose == .counts { times.clear.add(time) }
      guard list.controller.results.numberOfObjects == rows else {
        throw BenchmarkError("the list doesn't have the table's \(rows) rows")
      }
    }
    list.controller.stop()
    return times
  }

  private func show(_ search: TextSearch<Item>?) async throws -> Duration {
    var request = list.controller.fetchRequest
    request.search = search
    let start = ContinuousClock.now
    try await list.controller.setRequest(request)
    return start.duration(to: .now)
  }
}
