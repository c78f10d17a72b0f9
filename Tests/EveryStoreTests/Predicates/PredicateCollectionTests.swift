import Foundation
import Sectional
import Testing

/// Texts, lists of constants and ranges in predicates.
@MainActor @Suite struct PredicateCollectionTests {
  nonisolated static let texts: [PredicateCase] = {
    let part = "b"
    let whole = "ax abc box"
    return [
      PredicateCase("contains", #Predicate { $0.name.contains("a") }) { $0.name.contains("a") },
      PredicateCase("contains, captured", #Predicate { $0.name.contains(part) }) {
        $0.name.contains(part)
      },
      PredicateCase("contains a column", #Predicate { $0.name.contains($0.address.city) }) {
        // The standard library finds an empty text everywhere, and Foundation's own method finds it nowhere.
        $0.address.city.isEmpty || $0.name.contains($0.address.city)
      },
      PredicateCase("a constant contains", #Predicate { whole.contains($0.name) }) {
        $0.name.isEmpty || whole.contains($0.name)
      },
      PredicateCase("starts(with:)", #Predicate { $0.name.starts(with: "a") }) {
        $0.name.starts(with: "a")
      },
      PredicateCase(
        "a start that is a column", #Predicate { $0.name.starts(with: $0.address.city) }
      ) { $0.name.starts(with: $0.address.city) },
      PredicateCase("no start", #Predicate { !$0.name.starts(with: "a") }) {
        !$0.name.starts(with: "a")
      },
      PredicateCase("isEmpty", #Predicate { $0.name.isEmpty }) { $0.name.isEmpty },
      PredicateCase("isEmpty of a nested property", #Predicate { !$0.address.city.isEmpty }) {
        !$0.address.city.isEmpty
      },
    ]
  }()

  nonisolated static let lists: [PredicateCase] = {
    let names: Set = ["ab", "x", ""]
    let teams: [String?] = ["ab", nil, "x"]
    let numbers = [1, 2, 3]
    let many = Array(-3000...2) + [100]
    let few: [Int32?] = [5]
    let dates = [Parcel.noon, Parcel.noon.addingTimeInterval(86_400)]
    let marks: Set<UUID?> = [Parcel.uuids[0], nil]
    let statuses: [Parcel.Status] = [.open, .paid]
    return [
      PredicateCase("an array", #Predicate { numbers.contains($0.count) }) {
        numbers.contains($0.count)
      },
      PredicateCase("no element", #Predicate { !numbers.contains($0.count) }) {
        !numbers.contains($0.count)
      },
      PredicateCase("a literal", #Predicate { [1, 5].contains($0.count) }) {
        [1, 5].contains($0.count)
      },
      PredicateCase("a set", #Predicate { names.contains($0.name) }) { names.contains($0.name) },
      PredicateCase("nil among the elements", #Predicate { teams.contains($0.team) }) {
        teams.contains($0.team)
      },
      PredicateCase("not nil among the elements", #Predicate { !teams.contains($0.team) }) {
        !teams.contains($0.team)
      },
      PredicateCase("a nil that is no element", #Predicate { !few.contains($0.limit) }) {
        !few.contains($0.limit)
      },
      PredicateCase("3000 elements", #Predicate { many.contains($0.count) && $0.id > 5 }) {
        many.contains($0.count) && $0.id > 5
      },
      PredicateCase("dates", #Predicate { dates.contains($0.sent) }) { dates.contains($0.sent) },
      PredicateCase("UUIDs as blobs", #Predicate { marks.contains($0.mark) }) {
        marks.contains($0.mark)
      },
      PredicateCase("enums", #Predicate { statuses.contains($0.status) }) {
        statuses.contains($0.status)
      },
    ]
  }()

  nonisolated static let ranges: [PredicateCase] = {
    let closed = 1...3
    let open = -1..<2
    let wide = 1...Int.max
    let from = 2...
    let upTo = ..<"b"
    let through = ...Parcel.noon
    let days = Parcel.noon..<Parcel.noon.addingTimeInterval(90_000)
    return [
      PredicateCase("a...b", #Predicate { closed.contains($0.count) }) {
        closed.contains($0.count)
      },
      PredicateCase("a..<b", #Predicate { open.contains($0.count) }) { open.contains($0.count) },
      PredicateCase("a literal", #Predicate { (1...3).contains($0.count) }) {
        (1...3).contains($0.count)
      },
      PredicateCase("to the greatest", #Predicate { wide.contains($0.count) }) {
        wide.contains($0.count)
      },
      PredicateCase("a...", #Predicate { from.contains($0.count) }) { from.contains($0.count) },
      PredicateCase("..<b", #Predicate { upTo.contains($0.name) }) { upTo.contains($0.name) },
      PredicateCase("...b", #Predicate { through.contains($0.sent) }) {
        through.contains($0.sent)
      },
      PredicateCase("of dates", #Predicate { days.contains($0.sent) }) { days.contains($0.sent) },
      PredicateCase(
        "from column to column", #Predicate { ($0.name...$0.address.city).contains("b") }
      ) { $0.name <= $0.address.city && ($0.name...$0.address.city).contains("b") },
      PredicateCase("without bounds in order", #Predicate { !($0.count..<5).contains(1) }) {
        $0.count <= 5 && !($0.count..<5).contains(1)
      },
    ]
  }()

  @Test func `searching texts gives the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.texts)
  }

  @Test func `searching lists of constants gives the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.lists)
  }

  @Test(.timeLimit(.minutes(10))) func `ranges contain the same values as in Swift`() async throws {
    try await PredicateCheck.run(Self.ranges)
  }
}
