import Foundation
import Sectional
import Testing

/// Comparisons, logic and nil in predicates.
@MainActor @Suite struct PredicateComparisonTests {
  nonisolated static let comparisons: [PredicateCase] = {
    let two = 2
    let team: String? = "ab"
    let noTeam: String? = nil
    let noon = Parcel.noon
    let late = Parcel.noon.addingTimeInterval(0.5)
    let token = Parcel.uuids[1]
    let shipped = Parcel.Status.shipped
    let high = Parcel.Rank.high
    return [
      PredicateCase("== of Int", #Predicate { $0.count == 2 }) { $0.count == 2 },
      PredicateCase("!= of a captured Int", #Predicate { $0.count != two }) { $0.count != two },
      PredicateCase("< of Int64", #Predicate { $0.id < 50 }) { $0.id < 50 },
      PredicateCase("<= of Double", #Predicate { $0.weight <= 0.5 }) { $0.weight <= 0.5 },
      PredicateCase("== of -0.0", #Predicate { $0.weight == 0 }) { $0.weight == 0 },
      PredicateCase(">= of String", #Predicate { $0.name >= "ax" }) { $0.name >= "ax" },
      PredicateCase("> of two columns", #Predicate { $0.name > $0.address.city }) {
        $0.name > $0.address.city
      },
      PredicateCase("== of Bool", #Predicate { $0.isFragile == false }) { !$0.isFragile },
      PredicateCase("a Bool alone", #Predicate { $0.isFragile }) { $0.isFragile },
      PredicateCase("a Bool as a comparison", #Predicate { $0.isFragile == ($0.count > 1) }) {
        $0.isFragile == ($0.count > 1)
      },
      PredicateCase("== of an ISO 8601 date", #Predicate { $0.sent == noon }) { $0.sent == noon },
      PredicateCase("> of an ISO 8601 date", #Predicate { $0.sent > noon }) { $0.sent > noon },
      PredicateCase("== of a date with a fraction", #Predicate { $0.due == late }) {
        $0.due == late
      },
      PredicateCase("== of a UUID as text", #Predicate { $0.token == token }) { $0.token == token },
      PredicateCase("!= of a UUID as a blob", #Predicate { $0.mark != token }) { $0.mark != token },
      PredicateCase("== of an enum", #Predicate { $0.status == shipped }) { $0.status == shipped },
      PredicateCase("!= of an optional enum", #Predicate { $0.rank != high }) { $0.rank != high },
      PredicateCase("== nil", #Predicate { $0.limit == nil }) { $0.limit == nil },
      PredicateCase("!= nil", #Predicate { $0.due != nil }) { $0.due != nil },
      PredicateCase("nil ==", #Predicate { nil == $0.rank }) { nil == $0.rank },
      PredicateCase("== of an optional that is there", #Predicate { $0.team == team }) {
        $0.team == team
      },
      PredicateCase("!= of an optional that is not", #Predicate { $0.team != noTeam }) {
        $0.team != noTeam
      },
      PredicateCase("two optionals", #Predicate { $0.team != $0.address.zip }) {
        $0.team != $0.address.zip
      },
    ]
  }()

  nonisolated static let logic: [PredicateCase] = [
    PredicateCase("&&", #Predicate { $0.count > 0 && $0.isFragile }) {
      $0.count > 0 && $0.isFragile
    },
    PredicateCase("||", #Predicate { $0.count > 3 || $0.team == nil }) {
      $0.count > 3 || $0.team == nil
    },
    PredicateCase("!", #Predicate { !($0.team == "ab" || $0.isFragile) }) {
      !($0.team == "ab" || $0.isFragile)
    },
    PredicateCase("! of a comparison with nil", #Predicate { !($0.limit == 5) }) {
      !($0.limit == 5)
    },
    PredicateCase("?:", #Predicate { $0.isFragile ? $0.count > 0 : $0.team == nil }) {
      $0.isFragile ? $0.count > 0 : $0.team == nil
    },
    PredicateCase("?: of numbers", #Predicate { ($0.isFragile ? $0.count : 3) < 3 }) {
      ($0.isFragile ? $0.count : 3) < 3
    },
    PredicateCase("??", #Predicate { ($0.team ?? "x") == "x" }) { ($0.team ?? "x") == "x" },
    PredicateCase("?? of a column", #Predicate { ($0.team ?? $0.name) > "b" }) {
      ($0.team ?? $0.name) > "b"
    },
    PredicateCase("?? of numbers", #Predicate { ($0.limit ?? -1) < 0 }) { ($0.limit ?? -1) < 0 },
    PredicateCase("a chain", #Predicate { $0.team?.contains("x") == true }) {
      $0.team?.contains("x") == true
    },
    PredicateCase("a chain that is not true", #Predicate { $0.team?.isEmpty != true }) {
      $0.team?.isEmpty != true
    },
    PredicateCase("a chain with ??", #Predicate { $0.team?.starts(with: "a") ?? true }) {
      $0.team?.starts(with: "a") ?? true
    },
    PredicateCase(
      "if let",
      #Predicate { parcel in if let team = parcel.team { team > parcel.name } else { true } }
    ) { parcel in if let team = parcel.team { team > parcel.name } else { true } },
    PredicateCase(
      "if let inside of if",
      #Predicate { parcel in
        if parcel.isFragile {
          parcel.count > 1
        } else {
          if let limit = parcel.limit { limit < 3 } else { false }
        }
      }
    ) { parcel in
      if parcel.isFragile { return parcel.count > 1 }
      return parcel.limit.map { $0 < 3 } ?? false
    },
  ]

  // A predicate is never run as Swift. If a value can't be unwrapped, the record doesn't match.
  // swift-format-ignore: NeverForceUnwrap
  nonisolated static let forced = [
    PredicateCase("an unwrapped value", #Predicate { $0.limit != nil && $0.limit! > 1 }) {
      if let limit = $0.limit { limit > 1 } else { false }
    },
    PredicateCase("an unwrapped nil doesn't match", #Predicate { !($0.limit! > 1) }) {
      if let limit = $0.limit { limit <= 1 } else { false }
    },
  ]

  @Test func `comparisons give the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.comparisons)
  }

  @Test func `logic and nil give the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.logic + Self.forced)
  }
}
