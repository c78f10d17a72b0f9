extension ResultsController where Record == StoredRow {
  /// Deletes the section cache of a name, or all section caches of this application if the name is `nil`:
  /// `try ResultsController.deleteCache(withName: "contacts")`.
  ///
  /// The record type doesn't matter, and an unknown name is not an error. A list that is in use carries on, and writes
  /// its file again when it changes.
  ///
  /// - Throws: ``StoreError`` with code `writeFailed` if a file can't be deleted.
  public static func deleteCache(withName name: String?) throws(StoreError) {
    try SectionCacheFolder.ofApplication.delete(name)
  }
}

extension SectionCacheFolder {
  fileprivate func delete(_ name: String?) throws(StoreError) {
    do throws(SectionCacheError) {
      try removeCaches(name.map { [SectionCacheName($0)] })
    } catch {
      throw StoreError(.writeFailed, "the section cache could not be deleted: \(error.reason)")
    }
  }
}
