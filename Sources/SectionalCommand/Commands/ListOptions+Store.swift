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
    guard !searchedColumns.isEmpty, let store = try store.open() as? any DescribedStore
    else { return }
    for message in try await SearchDoubt(of: self, in: store).messages {
      StandardError.write("sectional: \(TerminalText.printable(message))")
    }
  }

  /// Prints the SQL of the request.
  func printSQL(of store: some ListedStore) async throws {
    ProgressLine.show("examining \(self.store.text)")
    StandardOutput.writeSQL(try await store.sql(of: request, sectionBy: section?.key))
  }
}
