import Sectional

extension ListOptions {
  /// Returns what makes the list these options ask for, on the actor that is to own it.
  ///
  /// - Parameters:
  ///   - store: Where the rows come from.
  ///   - isWritingCache: Whether the section cache is written, too, where there is one.
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
      controller.cacheOrigin = cacheOrigin
      controller.keepsCache = isWritingCache
      return controller
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: some ListedStore) async throws {
    StandardOutput.write(try await store.sql(of: request, sectionBy: section?.key) + "\n")
  }
}
