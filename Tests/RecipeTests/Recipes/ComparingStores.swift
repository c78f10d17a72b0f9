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
