import Foundation
import Sectional
import SectionalComparison
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The causes of differences between values.
@Suite final class ValueCauseTests {
  /// The files of the stores, which are deleted with the test.
  private var files: [ScratchDatabase] = []

  /// Returns the causes of the differences between two files with the same two rows, whose values are given as SQL.
  private func causes(
    _ first: (String, String), _ second: (String, String), isNative: Bool = false
  ) async throws -> [DifferenceCause] {
    func store(_ values: (String, String)) throws -> SQLiteStore {
      let file = try ScratchDatabase(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, v, w);
        INSERT INTO t VALUES (1, 'same', 1), (2, \(values.0), \(values.1)), (3, 'same', 2);
        """)
      files.append(file)
      return try SQLiteStore(path: file.path)
    }
    let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("v"))])
    let report = try await StoreComparison(
      ComparedSource(try store(first), request), ComparedSource(try store(second), request)
    ).report(comparingNativeOrder: isNative)
    for order in report.orders { #expect(order.isEqual == order.causes.isEmpty) }
    return report.orders.flatMap(\.causes)
  }

  @Test(arguments: PlantedDifference.all)
  func `each cause is found, alone and in both directions`(planted: PlantedDifference) async throws
  {
    for (first, second) in [(planted.first, planted.second), (planted.second, planted.first)] {
      let found = try await causes((first, "0"), (second, "0"))
      #expect(Set(found.map(\.kind.rawValue)) == planted.causes)
      #expect(found.allSatisfy { $0.column == "v" && $0.rows == 1 })
      #expect(found.allSatisfy { $0.first?.position != nil && !$0.remedy.isEmpty })
    }
  }

  @Test(arguments: PlantedDifference.all)
  func `equal values have no cause`(planted: PlantedDifference) async throws {
    for value in [planted.first, planted.second] {
      #expect(try await causes((value, "0"), (value, "0"), isNative: true).isEmpty)
    }
  }

  @Test(arguments: PlantedDifference.all)
  func `two differences of a row disappear one by one`(planted: PlantedDifference) async throws {
    for other in PlantedDifference.all.shuffledByPlace(planted).prefix(6) {
      let both = try await causes((planted.first, other.first), (planted.second, other.second))
      #expect(Set(both.filter { $0.column == "v" }.map(\.kind.rawValue)) == planted.causes)
      #expect(Set(both.filter { $0.column == "w" }.map(\.kind.rawValue)) == other.causes)
      let one = try await causes((planted.first, other.first), (planted.first, other.second))
      #expect(one.allSatisfy { $0.column == "w" })
      #expect(Set(one.map(\.kind.rawValue)) == other.causes)
    }
  }

  @Test func `a difference remains until all of its causes are removed`() async throws {
    let both = try await causes(("'RED '", "0"), ("'red'", "0"))
    #expect(Set(both.map(\.kind)) == [.letterCase, .trailingBlanks])
    let withoutCase = try await causes(("'red '", "0"), ("'red'", "0"))
    #expect(withoutCase.map(\.kind) == [.trailingBlanks])
    let withoutBlanks = try await causes(("'RED'", "0"), ("'red'", "0"))
    #expect(withoutBlanks.map(\.kind) == [.letterCase])
    #expect(try await causes(("'red'", "0"), ("'red'", "0")).isEmpty)
  }

  @Test func `the pair that shows a cause is the first one, with the values of both stores`()
    async throws
  {
    let found = try await causes(("'a'", "0"), ("'a '", "0"))
    let pair = try #require(found.first?.first)
    #expect(pair.column == "v" && !pair.isOrder)
    #expect(pair.first == .text("a") && pair.second == .text("a "))
    #expect(pair.position == 0)
  }
}

extension [PlantedDifference] {
  /// The others, beginning behind one of them.
  fileprivate func shuffledByPlace(_ planted: PlantedDifference) -> [PlantedDifference] {
    let place = firstIndex { $0.testDescription == planted.testDescription } ?? 0
    return Array(self[(place + 1)...] + self[..<place])
  }
}
