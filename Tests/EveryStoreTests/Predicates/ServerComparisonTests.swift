import Foundation
import Sectional
import SectionalTesting
import Testing

/// Comparisons and nil on every store.
@MainActor @Suite(.serialized) struct ServerComparisonTests {
  nonisolated static let cases: [WareCase] = {
    let two = 2
    let team: String? = "ab"
    let noTeam: String? = nil
    let noon = Ware.noon
    let late = Ware.noon.addingTimeInterval(0.5)
    let soon = Ware.noon.addingTimeInterval(1.125)
    let token = Ware.uuids[1]
    let shipped = Ware.Status.shipped
    let infinite = Double.infinity
    return [
      WareCase("$0.count == 2", #Predicate { $0.count == 2 }) { $0.count == 2 },
      WareCase("$0.count != two", #Predicate { $0.count != two }) { $0.count != two },
      WareCase("$0.id < 50", #Predicate { $0.id < 50 }) { $0.id < 50 },
      WareCase("$0.count > 9007199254740992", #Predicate { $0.count > 9_007_199_254_740_992 }) {
        $0.count > 9_007_199_254_740_992
      },
      WareCase("$0.weight <= 0.5", #Predicate { $0.weight <= 0.5 }) { $0.weight <= 0.5 },
      WareCase("$0.weight == 0", #Predicate { $0.weight == 0 }) { $0.weight == 0 },
      WareCase("$0.weight > 1e301", #Predicate { $0.weight > 1e301 }) { $0.weight > 1e301 },
      WareCase("$0.weight == infinite", #Predicate { $0.weight == infinite }) {
        $0.weight == infinite
      },
      WareCase("$0.weight < -1e301", #Predicate { $0.weight < -1e301 }) { $0.weight < -1e301 },
      WareCase("$0.size != infinite", #Predicate { $0.size != infinite }) { $0.size != infinite },
      WareCase("$0.size == 1", #Predicate { $0.size == 1 }) { $0.size == 1 },
      WareCase("$0.price > 0.25", #Predicate { $0.price > 0.25 }) { $0.price > 0.25 },
      WareCase("$0.price == 1.5", #Predicate { $0.price == 1.5 }) { $0.price == 1.5 },
      WareCase("$0.name >= \"ax\"", #Predicate { $0.name >= "ax" }) { $0.name >= "ax" },
      WareCase("$0.name < \"B\"", #Predicate { $0.name < "B" }) { $0.name < "B" },
      WareCase("$0.name > $0.name", #Predicate { $0.name > $0.name }) { $0.name > $0.name },
      WareCase("$0.isFragile == false", #Predicate { $0.isFragile == false }) {
        $0.isFragile == false
      },
      WareCase("$0.isFragile", #Predicate { $0.isFragile }) { $0.isFragile },
      WareCase("!$0.isFragile", #Predicate { !$0.isFragile }) { !$0.isFragile },
      WareCase("$0.isFragile == ($0.count > 1)", #Predicate { $0.isFragile == ($0.count > 1) }) {
        $0.isFragile == ($0.count > 1)
      },
      WareCase("$0.sent == noon", #Predicate { $0.sent == noon }) { $0.sent == noon },
      WareCase("$0.sent > noon", #Predicate { $0.sent > noon }) { $0.sent > noon },
      WareCase("$0.sent != noon", #Predicate { $0.sent != noon }) { $0.sent != noon },
      WareCase("$0.sent <= noon", #Predicate { $0.sent <= noon }) { $0.sent <= noon },
      WareCase("$0.due == late", #Predicate { $0.due == late }) { $0.due == late },
      WareCase("$0.due != late", #Predicate { $0.due != late }) { $0.due != late },
      WareCase("$0.made == soon", #Predicate { $0.made == soon }) { $0.made == soon },
      WareCase("$0.made != soon", #Predicate { $0.made != soon }) { $0.made != soon },
      WareCase("$0.token == token", #Predicate { $0.token == token }) { $0.token == token },
      WareCase("$0.token != token", #Predicate { $0.token != token }) { $0.token != token },
      WareCase("$0.lower == token", #Predicate { $0.lower == token }) { $0.lower == token },
      WareCase("$0.lower != token", #Predicate { $0.lower != token }) { $0.lower != token },
      WareCase("$0.mark == token", #Predicate { $0.mark == token }) { $0.mark == token },
      WareCase("$0.mark != token", #Predicate { $0.mark != token }) { $0.mark != token },
      WareCase("$0.status == shipped", #Predicate { $0.status == shipped }) {
        $0.status == shipped
      },
      WareCase("$0.status != shipped", #Predicate { $0.status != shipped }) {
        $0.status != shipped
      },
      WareCase("$0.limit == nil", #Predicate { $0.limit == nil }) { $0.limit == nil },
      WareCase("$0.due != nil", #Predicate { $0.due != nil }) { $0.due != nil },
      WareCase("nil == $0.mark", #Predicate { nil == $0.mark }) { nil == $0.mark },
      WareCase("$0.team == team", #Predicate { $0.team == team }) { $0.team == team },
      WareCase("$0.team != team", #Predicate { $0.team != team }) { $0.team != team },
      WareCase("$0.team != noTeam", #Predicate { $0.team != noTeam }) { $0.team != noTeam },
      WareCase("two < $0.count", #Predicate { two < $0.count }) { two < $0.count },
      WareCase("noon >= $0.sent", #Predicate { noon >= $0.sent }) { noon >= $0.sent },
    ]
  }()

  @Test func `every store shows the records for which a comparison is true in Swift`() async throws
  {
    try await PredicateCheck.run(ServerComparisonTests.cases)
  }
}
