import Sectional
import SectionalSQLite

extension ListOptions {
  /// Returns what makes the list these options ask for, on the actor that is to own it.
  func controller(over store: SQLiteStore) -> @Sendable () -> ResultsController<Row> {
    let (request, section) = (request, section?.key)
    let (indexTitle, alongside) = (indexTitle, alongside)
    return {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, indexTitle: indexTitle,
        alongside: alongside)
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: SQLiteStore) async throws {
    StandardOutput.write(try await request.sql(for: store, sectionBy: section?.key) + "\n")
  }
}
