import Foundation
import Sectional
import SectionalTesting
import Testing

/// Logic, texts, lists of constants and calculations on every store.
@MainActor @Suite(.serialized) struct ServerLogicTests {
  nonisolated static let cases: [WareCase] = {
    let noon = Ware.noon
    let late = Ware.noon.addingTimeInterval(0.5)
    let day = Ware.noon.addingTimeInterval(86_400)
    let numbers = [1, 2, 3]
    let names: Set = ["ab", "x", ""]
    let teams: [String?] = ["ab", nil, "x"]
    let few: [Int32?] = [5]
    let dates = [noon, day]
    let due: [Date?] = [noon, late]
    let tokens = [Ware.uuids[1], Ware.uuids[2]]
    let marks: Set<UUID?> = [Ware.uuids[0], nil]
    let statuses: [Ware.Status] = [.open, .paid]
    let many = Array(-3000...2) + [100]
    return [
      WareCase("$0.count > 0 && $0.isFragile", #Predicate { $0.count > 0 && $0.isFragile }) {
        $0.count > 0 && $0.isFragile
      },
      WareCase("$0.count > 3 || $0.team == nil", #Predicate { $0.count > 3 || $0.team == nil }) {
        $0.count > 3 || $0.team == nil
      },
      WareCase(
        "$0.count > 3 || $0.weight * 2 > 5", #Predicate { $0.count > 3 || $0.weight * 2 > 5 }
      ) { $0.count > 3 || $0.weight * 2 > 5 },
      WareCase(
        "!($0.team == \"ab\" || $0.isFragile)", #Predicate { !($0.team == "ab" || $0.isFragile) }
      ) { !($0.team == "ab" || $0.isFragile) },
      WareCase("!($0.limit == 5)", #Predicate { !($0.limit == 5) }) { !($0.limit == 5) },
      WareCase(
        "$0.isFragile ? $0.count > 0 : $0.team == nil",
        #Predicate { $0.isFragile ? $0.count > 0 : $0.team == nil }
      ) { $0.isFragile ? $0.count > 0 : $0.team == nil },
      WareCase(
        "($0.isFragile ? $0.count : 3) < 3", #Predicate { ($0.isFragile ? $0.count : 3) < 3 }
      ) { ($0.isFragile ? $0.count : 3) < 3 },
      WareCase("($0.team ?? \"x\") == \"x\"", #Predicate { ($0.team ?? "x") == "x" }) {
        ($0.team ?? "x") == "x"
      },
      WareCase("($0.team ?? $0.name) > \"b\"", #Predicate { ($0.team ?? $0.name) > "b" }) {
        ($0.team ?? $0.name) > "b"
      },
      WareCase("($0.limit ?? -1) < 0", #Predicate { ($0.limit ?? -1) < 0 }) {
        ($0.limit ?? -1) < 0
      },
      WareCase("($0.size ?? 7) > 2", #Predicate { ($0.size ?? 7) > 2 }) { ($0.size ?? 7) > 2 },
      WareCase("($0.due ?? noon) < late", #Predicate { ($0.due ?? noon) < late }) {
        ($0.due ?? noon) < late
      },
      WareCase("($0.made ?? noon) >= late", #Predicate { ($0.made ?? noon) >= late }) {
        ($0.made ?? noon) >= late
      },
      WareCase("$0.team?.contains(\"x\") == true", #Predicate { $0.team?.contains("x") == true }) {
        $0.team?.contains("x") == true
      },
      WareCase("$0.team?.isEmpty != true", #Predicate { $0.team?.isEmpty != true }) {
        $0.team?.isEmpty != true
      },
      WareCase(
        "$0.team?.starts(with: \"a\") ?? true", #Predicate { $0.team?.starts(with: "a") ?? true }
      ) { $0.team?.starts(with: "a") ?? true },
      WareCase("$0.name.contains(\"a\")", #Predicate { $0.name.contains("a") }) {
        $0.name.contains("a")
      },
      WareCase("$0.name.contains(\"%\")", #Predicate { $0.name.contains("%") }) {
        $0.name.contains("%")
      },
      WareCase("$0.name.starts(with: \"a\")", #Predicate { $0.name.starts(with: "a") }) {
        $0.name.starts(with: "a")
      },
      WareCase("!$0.name.starts(with: \"a\")", #Predicate { !$0.name.starts(with: "a") }) {
        !$0.name.starts(with: "a")
      },
      WareCase("$0.name.isEmpty", #Predicate { $0.name.isEmpty }) { $0.name.isEmpty },
      WareCase("numbers.contains($0.count)", #Predicate { numbers.contains($0.count) }) {
        numbers.contains($0.count)
      },
      WareCase("!numbers.contains($0.count)", #Predicate { !numbers.contains($0.count) }) {
        !numbers.contains($0.count)
      },
      WareCase("[1, 5].contains($0.count)", #Predicate { [1, 5].contains($0.count) }) {
        [1, 5].contains($0.count)
      },
      WareCase("names.contains($0.name)", #Predicate { names.contains($0.name) }) {
        names.contains($0.name)
      },
      WareCase("teams.contains($0.team)", #Predicate { teams.contains($0.team) }) {
        teams.contains($0.team)
      },
      WareCase("!teams.contains($0.team)", #Predicate { !teams.contains($0.team) }) {
        !teams.contains($0.team)
      },
      WareCase("!few.contains($0.limit)", #Predicate { !few.contains($0.limit) }) {
        !few.contains($0.limit)
      },
      WareCase("dates.contains($0.sent)", #Predicate { dates.contains($0.sent) }) {
        dates.contains($0.sent)
      },
      WareCase("due.contains($0.due)", #Predicate { due.contains($0.due) }) {
        due.contains($0.due)
      },
      WareCase("tokens.contains($0.token)", #Predicate { tokens.contains($0.token) }) {
        tokens.contains($0.token)
      },
      WareCase("marks.contains($0.mark)", #Predicate { marks.contains($0.mark) }) {
        marks.contains($0.mark)
      },
      WareCase("!marks.contains($0.lower)", #Predicate { !marks.contains($0.lower) }) {
        !marks.contains($0.lower)
      },
      WareCase("statuses.contains($0.status)", #Predicate { statuses.contains($0.status) }) {
        statuses.contains($0.status)
      },
      WareCase(
        "many.contains($0.count) && $0.id > 5", #Predicate { many.contains($0.count) && $0.id > 5 }
      ) { many.contains($0.count) && $0.id > 5 },
      WareCase("(1...3).contains($0.count)", #Predicate { (1...3).contains($0.count) }) {
        (1...3).contains($0.count)
      },
      WareCase("(-1..<2).contains($0.count)", #Predicate { (-1..<2).contains($0.count) }) {
        (-1..<2).contains($0.count)
      },
      WareCase("(noon...day).contains($0.sent)", #Predicate { (noon...day).contains($0.sent) }) {
        (noon...day).contains($0.sent)
      },
      WareCase(
        "($0.weight > 0 || $0.weight < 0) && $0.name != \"\"",
        #Predicate { ($0.weight > 0 || $0.weight < 0) && $0.name != "" }
      ) { ($0.weight > 0 || $0.weight < 0) && $0.name != "" },
      WareCase("$0.weight + 0.5 > 1", #Predicate { $0.weight + 0.5 > 1 }) { $0.weight + 0.5 > 1 },
      WareCase("$0.weight / 4 == 0.25", #Predicate { $0.weight / 4 == 0.25 }) {
        $0.weight / 4 == 0.25
      },
      WareCase("$0.count % 3 == -1", #Predicate { $0.count % 3 == -1 }) { $0.count % 3 == -1 },
      WareCase("$0.count / 2 == -1", #Predicate { $0.count / 2 == -1 }) { $0.count / 2 == -1 },
    ]
  }()

  @Test func `every store shows the records for which a condition is true in Swift`() async throws {
    try await PredicateCheck.run(ServerLogicTests.cases)
  }
}
