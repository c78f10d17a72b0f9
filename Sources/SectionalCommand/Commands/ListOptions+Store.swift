import Sectional

extension ListOptions {
  /// Returns what makes the list these options ask for, on the actor that is to own it.
  func controller(over store: some ListedStore) -> @Sendable () -> ResultsController<Row> {
    let (request, section) = (request, section?.key)
    let (indexTitle, alongside) = (indexTitle, alongside)
    return {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, indexTitle: indexTitle,
        alongside: alongside)
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: some ListedStore) async throws {
    StandardOutput.write(try await store.sql(of: request, sectionBy: section?.key) + "\n")
  }
}
