import Sectional
import SectionalSQL

/// A list of the demonstration, and what another program does to its tables.
struct DemoList: Sendable {
  let title: String
  /// What is said between the list and the first edit.
  let introduction: String
  let request: ResultsRequest<StoredRow>
  let section: SectionKey<StoredRow>?
  let edits: [DemoEdit]
  /// Whether to say how many rows each change makes the list read.
  var countsReads = false

  /// The regions by initial.
  static let regions = DemoList(
    title: "The regions of the world in twelve languages",
    introduction: "The list is live. From here on, the sqlite3 program edits the file.",
    request: ResultsRequest(
      table: "region", sortBy: [SortKey(.column("name"), collation: .caseInsensitive)]),
    section: .column("initial"), edits: DemoEdit.ofRegions)

  /// The languages, with the numbers of their regions.
  static let languages = DemoList(
    title: "The languages of these names, from two tables",
    introduction:
      "A change in either table makes the list read what it concerns, and nothing else.",
    request: languageRequest, section: nil, edits: DemoEdit.ofLanguages, countsReads: true)

  private static var languageRequest: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      sql: """
        SELECT l.code, l.name, count(r.code) AS regions, min(r.name) AS first_region
        FROM language l LEFT JOIN region r ON r.language = l.code GROUP BY l.code, l.name
        """,
      key: ["code"], sortBy: [SortKey(.column("name"))])
    request.follows = [
      FollowedTable("language", in: "code"),
      FollowedTable("region", by: "language", in: "code"),
    ]
    return request
  }
}
