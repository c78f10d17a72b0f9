import Sectional
import SectionalSQL

extension ListOptions {
  /// Returns a function that creates the list these options ask for.
  ///
  /// Call it on the actor that will own the list.
  ///
  /// - Parameters:
  ///   - store: The store to read the rows from.
  ///   - isWritingCache: Whether to write the section cache, if the options name one.
  /// - Returns: The function.
  func controller(
    over store: some ListedStore, keeping isWritingCache: Bool = true
  ) -> @Sendable () -> ResultsController<StoredRow> {
    let (request, section) = (request, section?.key)
    let (indexTitle, alongside) = (indexTitle, alongside)
    let cacheName = cacheName
    let cacheOrigin = JSONWriter.line { $0.array(origin) { $0.string($1) } }
    return {
      let controller = ResultsController(
        fetchRequest: request, store: store, sectionBy: section, cacheName: cacheName,
        indexTitle: indexTitle, alongside: alongside)
      controller.options.cache?.origin = cacheOrigin
      controller.options.cache?.isWritten = isWritingCache
      return controller
    }
  }

  /// Says which searches can't find anything.
  func warnOfSearches() async throws {
    try await SearchDoubt.warn(of: searchedColumns, in: request, store)
  }

  /// Says that the sections' dates are unlikely, if they are.
  func warnOfDates(in results: ResultsList<StoredRow>) {
    if let doubt = DateDoubt(results, sectionBy: section).message {
      StandardError.write("sectional: \(TerminalText.printable(doubt))")
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: some ListedStore) async throws {
    ProgressLine.show("examining \(self.store.text)")
    StandardOutput.writeSQL(try await store.sql(of: request, sectionBy: section?.key))
  }
}
