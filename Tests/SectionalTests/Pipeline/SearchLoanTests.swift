import Foundation
import Testing

@testable import Sectional

/// When the rows of one request are those among which another one searches.
struct SearchLoanTests {
  /// The parts of a request, so that a test can change one of them.
  struct Draft {
    var source = RowSource.table("contact")
    var filter: StoreText?
    var condition: RowExpression?
    var search: TextSearch<StoredRow>? = .contains("an", in: "name")
    var key: [String]?
    var sort: [SortKey<StoredRow>] = [SortKey(.column("name"))]
    var section: SectionKey<StoredRow>? = .column("team")
    var isOutlineOnly = false
    var (limit, offset, batchSize, windowSize) = (0, 0, 0, 0)

    func request() throws -> RowRequest {
      var request = ResultsRequest<StoredRow>(
        source: source, predicate: filter, search: search, keyColumns: key, sortBy: sort)
      if let condition { request.predicate = .success(RowPredicate(condition)) }
      (request.fetchLimit, request.fetchOffset) = (limit, offset)
      (request.fetchBatchSize, request.fetchWindowSize) = (batchSize, windowSize)
      let row = try request.rowRequest(sectionBy: section)
      return isOutlineOnly ? row.withoutContents : row
    }
  }

  struct Difference: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout Draft) -> Void

    init(_ description: String, _ change: @escaping @Sendable (inout Draft) -> Void) {
      testDescription = description
      self.change = change
    }
  }

  private static func request(_ change: (inout Draft) -> Void = { _ in }) throws -> RowRequest {
    var draft = Draft()
    change(&draft)
    return try draft.request()
  }

  static let differences: [Difference] = [
    Difference("table") { $0.source = .table("person") },
    Difference("condition in the store's language") { $0.filter = StoreText("id > 3") },
    Difference("condition") { $0.condition = .comparison(.equal, .column("id"), .constant(3)) },
    Difference("key") { $0.key = ["id"] },
    Difference("order") { $0.sort = [SortKey(.column("name"), order: .reverse)] },
    Difference("sort column") { $0.sort = [SortKey(.column("team"))] },
    Difference("collation") {
      $0.sort = [SortKey(.column("name"), collation: .caseInsensitive)]
    },
    Difference("further sort key") { $0.sort.append(SortKey(.column("id"))) },
    Difference("only the sections") { $0.isOutlineOnly = true },
    Difference("limit") { $0.limit = 10 },
    Difference("offset") { $0.offset = 10 },
    Difference("batches") { $0.batchSize = 10 },
    Difference("window") { $0.windowSize = 10 },
    Difference("no sections") { $0.section = nil },
    Difference("section's column") { $0.section = .column("city") },
    Difference("section's order") { $0.section = .column("team").ordered(.reverse) },
    Difference("sections as sorted") { $0.section = .column("team").asSorted },
    Difference("listed sections") { $0.section = .column("team").ordered(as: ["b", "a"]) },
    Difference("derived sections") { $0.section = .firstLetter(of: "team") },
    Difference("sections of prefixes") { $0.section = .prefix(of: "team", length: 2) },
  ]

  @Test(arguments: differences)
  func `requests that differ in anything else don't lend their rows`(
    difference: Difference
  ) throws {
    let (one, other) = (
      try SearchLoanTests.request(), try SearchLoanTests.request(difference.change)
    )
    #expect(!one.differsInSearchAlone(from: other))
    #expect(!other.differsInSearchAlone(from: one))
    #expect(other.differsInSearchAlone(from: try SearchLoanTests.request(difference.change)))
  }

  @Test func `prefixes of different lengths are different sections`() throws {
    let requests = try (2...3).map { length in
      try SearchLoanTests.request { $0.section = .prefix(of: "team", length: length) }
    }
    #expect(!requests[0].differsInSearchAlone(from: requests[1]))
  }

  @Test func `requests that differ in the search alone lend their rows`() throws {
    let plain = try SearchLoanTests.request { $0.search = nil }
    #expect(!plain.rows.isSearch)
    for search in [
      TextSearch.contains("anna", in: "name"), .hasPrefix("b", in: "name"),
    ] {
      let other = try SearchLoanTests.request { $0.search = search }
      #expect(other.rows.isSearch)
      #expect(other.differsInSearchAlone(from: plain))
      #expect(other.differsInSearchAlone(from: try SearchLoanTests.request()))
    }
  }
}
