#if os(Linux)
  import Foundation
  import SectionalTesting
  import Testing

  /// The command with a section cache, while the n-th call to the system goes wrong, or all from the n-th on, or the program is
  /// killed at it, for every n.
  ///
  /// The calls concern the cache's files, the database and the folders that they are in; "clock" is each reading of the time.
  @Suite(.timeLimit(.minutes(HistoryLength.minutes(10)))) struct FaultyCacheTests {
    struct Case: CustomTestStringConvertible {
      let fault: FaultySystem.Fault
      let outcome: FaultyCaches.Outcome
      let isLasting: Bool

      var testDescription: String {
        "\(fault), \(outcome), \(isLasting ? "lasting" : "once")"
      }

      static let all: [Case] = FaultySystem.Fault.allCases.flatMap { fault in
        FaultyCaches.Outcome.allCases.flatMap { outcome in
          (fault == .kill ? [false] : [false, true]).map {
            Case(fault: fault, outcome: outcome, isLasting: $0)
          }
        }
      }
    }

    @Test(arguments: Case.all)
    func `a cached list shows the truth or an error whichever call goes wrong`(
      fault: Case
    ) throws {
      let caches = try FaultyCaches()
      defer { caches.remove() }
      let total = try caches.calls(fault.fault, fault.outcome, from: 1 << 40)
      #expect(total > 5)
      // A short run takes one call of each case, and some at which the program is killed; the case decides which.
      let calls = fault.fault == .kill ? 6 : 1
      let step = HistoryLength.isLong ? 1 : max(total / calls, 1)
      var first = 1 + fault.testDescription.utf8.reduce(0) { $0 + Int($1) } % step
      while first <= total {
        _ = try caches.calls(
          fault.fault, fault.outcome, from: first, count: fault.isLasting ? 1 << 40 : 1)
        first += step
      }
      #expect((caches.kills > 0) == (fault.fault == .kill))
      HistoryLength.tell("each of \(total) calls of a cached list: \(fault.testDescription)")
    }
  }
#endif
