import Foundation
import Sectional
import Testing

/// Constants take the storage form of the column that they are compared with, in any kind of comparison.
@MainActor @Suite struct PredicateFormTests {
  // A predicate is never run as Swift.
  // swift-format-ignore: NeverForceUnwrap
  nonisolated static let cases: [PredicateCase] = {
    let noon = Parcel.noon
    let late = Parcel.noon.addingTimeInterval(0.5)
    let day = Parcel.noon.addingTimeInterval(86_400)
    let high = Parcel.Rank.high
    let token = Parcel.uuids[1]
    let marks = [Parcel.uuids[1], Parcel.uuids[2]]
    let dates: [Date?] = [late, nil]
    return [
      PredicateCase("a date behind ??", #Predicate { ($0.due ?? noon) < late }) {
        ($0.due ?? noon) < late
      },
      PredicateCase("a date in a branch", #Predicate { ($0.isFragile ? $0.sent : noon) == noon }) {
        ($0.isFragile ? $0.sent : noon) == noon
      },
      PredicateCase("a constant branch first", #Predicate { ($0.isFragile ? day : $0.sent) == day })
      { ($0.isFragile ? day : $0.sent) == day },
      PredicateCase(
        "an unwrapped date",
        #Predicate { parcel in if let due = parcel.due { due >= late } else { false } }
      ) { parcel in if let due = parcel.due { due >= late } else { false } },
      PredicateCase("dates and nil", #Predicate { dates.contains($0.due) }) {
        dates.contains($0.due)
      },
      PredicateCase("a range of constants", #Predicate { (noon...day).contains($0.sent) }) {
        (noon...day).contains($0.sent)
      },
      PredicateCase("a range from a column", #Predicate { ($0.sent...day).contains(noon) }) {
        $0.sent <= day && ($0.sent...day).contains(noon)
      },
      PredicateCase("an enum behind ??", #Predicate { ($0.rank ?? high) == high }) {
        ($0.rank ?? high) == high
      },
      PredicateCase("a UUID behind ??", #Predicate { marks.contains($0.mark ?? token) }) {
        marks.contains($0.mark ?? token)
      },
      PredicateCase("an unwrapped UUID", #Predicate { $0.mark != nil && $0.mark! == token }) {
        $0.mark == token
      },
      PredicateCase("the constant first", #Predicate { token == $0.token || noon < $0.sent }) {
        token == $0.token || noon < $0.sent
      },
      PredicateCase(
        "two values unwrapped",
        #Predicate { parcel in
          if let team = parcel.team, let zip = parcel.address.zip { team < zip } else { false }
        }
      ) { parcel in
        if let team = parcel.team, let zip = parcel.address.zip { team < zip } else { false }
      },
      PredicateCase(
        "arithmetic of an unwrapped Int32",
        #Predicate { parcel in if let limit = parcel.limit { limit + 1 > 3 } else { true } }
      ) { parcel in
        guard let limit = parcel.limit else { return true }
        let (sum, overflows) = limit.addingReportingOverflow(1)
        return !overflows && sum > 3
      },
    ]
  }()

  @Test func `a constant takes the storage form of the column it is compared with`() async throws {
    try await PredicateCheck.run(Self.cases)
  }
}
