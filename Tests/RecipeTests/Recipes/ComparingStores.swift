import Sectional
import SectionalComparison
import SectionalSQL

/// Returns the causes of differences after a migration that nobody wanted.
func unexpectedDifferences(
  from old: some ResultsStore, to new: some ResultsStore
) async throws -> Set<DifferenceCause.Kind> {
  let request = ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))])
  let report = try await StoreComparison(
    ComparedSource(old, request), ComparedSource(new, request)
  ).report(comparingNativeOrder: true)
  // Dates were rewritten on purpose, and the server sorts by its own rules.
  let unexpected = report.kinds.subtracting([.dateForm, .collation, .nullOrder])
  return unexpected
}

/// Compares a table with one that has other names.
func renamedComparison<Old: ResultsStore, New: ResultsStore>(
  from old: Old, to new: New
) async throws -> ComparisonReport {
  let request = ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))])
  let renamed = StoreComparison(
    ComparedSource(old, request),
    ComparedSource(
      new, ResultsRequest<StoredRow>(table: "person", sortBy: [SortKey(.column("full_name"))])),
    renaming: ["name": "full_name"])
  return try await renamed.report()
}

/// Writes a page about the differences that nobody accepted; returns whether there are any.
func writePage(
  of report: ComparisonReport, to path: String
) throws -> Bool {
  let accepted = try AcceptedDifferences(["dateForm", "floatFormat:score"])
  // A misspelt column would accept nothing.
  try report.check(accepted)
  for order in report.orders {
    for cause in order.causes(except: accepted) {
      print("\(cause.kind.rawValue) in \(cause.column ?? "all columns")")
    }
  }
  for entry in report.entriesWithoutEffect(of: accepted) {
    print("no longer needed: \(entry.text)")
  }
  let description = ComparisonPage.Description(
    stores: ("old.sqlite", "postgres://localhost/office"), tables: ("contact", "contact"),
    request: "by name", accepted: accepted)
  try ComparisonPage(report, of: description).write(to: path)
  return !report.isEqual(except: accepted)
}
