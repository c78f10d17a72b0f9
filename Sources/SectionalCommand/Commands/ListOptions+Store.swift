import Sectional
import SectionalSQLite

extension ListOptions {
  /// Returns what makes the list these options ask for, on the actor that is to own it.
  func controller(over store: SQLiteStore) -> @Sendable () -> ResultsController<Row> {
    let (request, section) = (request, section)
    let (indexTitle, alongside) = (indexTitle, alongside)
    return {
      ResultsController(
        fetchRequest: request, store: store,
        sectionBy: section.map { ColumnReference.column($0) },
        indexTitle: indexTitle, alongside: alongside)
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: SQLiteStore) async throws {
    let section = section.map { ColumnReference.column($0) }
    StandardOutput.write(try await request.sql(for: store, sectionBy: section) + "\n")
  }
}
