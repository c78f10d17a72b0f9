import Testing

@testable import SectionalPostgres

/// Which entries of a log continue from what was seen before.
struct ChangeLogPlaceTests {
  private typealias Entry = ChangeLogPlace.Entry

  private func place(_ mark: String, _ prunedBelow: UInt64, _ transaction: UInt64?)
    -> ChangeLogPlace
  {
    ChangeLogPlace(
      mark: mark, prunedBelow: prunedBelow,
      newest: transaction.map { Entry(transaction: $0, mark: "m\($0)") })
  }

  @Test(
    arguments: [
      // The log's mark, its bound, the entry seen before, whether that entry exists, whether the server kept running;
      // the result.
      ("a", 0, 20, true, true, true), ("a", 0, 20, true, false, true),
      // In a server that kept running, all readers had seen what was deleted since.
      ("b", 25, 20, false, true, true), ("b", 25, 20, false, false, false),
      ("b", 31, 20, false, true, false), ("b", 15, 20, true, false, true),
      ("b", 25, 20, true, false, false), ("b", 31, 20, true, true, false),
      // An entry that was never deleted is missing: this is a different history.
      ("a", 0, 20, false, true, false), ("a", 20, 20, false, false, false),
      // There was no entry, so none was deleted either, if the log still has its mark.
      ("a", 0, nil, false, true, true), ("a", 0, nil, false, false, true),
      ("b", 25, nil, false, true, true), ("b", 31, nil, false, true, false),
      ("b", 25, nil, false, false, false),
    ] as [(String, UInt64, UInt64?, Bool, Bool, Bool)])
  func `a place continues another one only if nothing can be missing`(
    mark: String, prunedBelow: UInt64, seen: UInt64?, isThere: Bool, isSameRun: Bool,
    continues: Bool
  ) {
    let reason = place(mark, prunedBelow, 90).gapReason(
      since: place("a", 0, seen), lowestRunning: 30, isThere: isThere, isSameRun: isSameRun)
    #expect((reason == nil) == continues, "\(reason ?? "continues")")
  }

  @Test(arguments: [true, false])
  func `after a crash, which empties a log, only the same run of the server continues`(
    isSameRun: Bool
  ) {
    let reason = place("", 0, 90).gapReason(
      since: place("", 0, nil), lowestRunning: 30, isThere: false, isSameRun: isSameRun)
    #expect((reason == nil) == isSameRun, "\(reason ?? "continues")")
    // What was there before the crash isn't there now.
    #expect(
      place("", 0, nil).gapReason(
        since: place("a", 0, 20), lowestRunning: 30, isThere: false, isSameRun: isSameRun) != nil)
  }
}
