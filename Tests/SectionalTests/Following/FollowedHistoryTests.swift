import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Every history of two named rows and another one, in lists that know their rows in different ways.
struct FollowedHistoryTests {
  private static let lists = [
    "C", "KC", "CT", "HC", "HCT", "N", "NC", "NN", "NK", "CN", "NCT", "NCN", "NNT",
  ]

  private static func histories(of list: String, isSectioned: Bool) -> [FollowedHistory] {
    let zones = list.compactMap(FollowedHistory.Zone.init)
    let places = FollowedHistory.places(in: zones)
    let pairs = places.flatMap { one in places.map { [one, $0] } }
    return pairs.flatMap { old in
      pairs.flatMap { new in
        places.flatMap { unnamed in
          [[true, true], [true, false], [false, true], [false, false]].map {
            FollowedHistory(
              zones: zones, isSectioned: isSectioned, old: old, new: new, unnamed: unnamed,
              isKnown: $0)
          }
        }
      }
    }
  }

  /// Returns a part of the histories that differs from list to list, or all in a long run.
  private static func chosen(_ all: [FollowedHistory], _ list: String) -> [FollowedHistory] {
    var generator = SeededGenerator(seed: UInt64(list.utf8.reduce(0) { $0 * 31 + Int($1) }))
    guard !HistoryLength.isLong, all.count > 500 else { return all }
    return (0..<500).compactMap { _ in generator.element(of: all) }
  }

  @Test(.timeLimit(.minutes(HistoryLength.minutes(1))), arguments: lists, [false, true])
  func `what a list says after a history is true`(list: String, isSectioned: Bool) async throws {
    let histories = Self.chosen(Self.histories(of: list, isSectioned: isSectioned), list)
    var unfollowed = 0
    for history in histories {
      let run = try FollowedHistoryRun(history)
      if let followed = try await run.followed() {
        try run.check(followed)
      } else {
        unfollowed += 1
        let isDecided = history.isKnown.allSatisfy(\.self) || !history.needsOldRows
        guard isDecided else { continue }
        throw LawViolation(.consistent, "a list isn't followed that can be: \(history)")
      }
    }
    HistoryLength.tell("\(list): \(unfollowed) of \(histories.count) histories not followed")
  }
}

extension FollowedHistory {
  /// Whether the list must know what rows were.
  fileprivate var needsOldRows: Bool {
    zones.contains(.counted) || zones.contains(.head) && before.contains { $0.place < 10 }
  }
}
