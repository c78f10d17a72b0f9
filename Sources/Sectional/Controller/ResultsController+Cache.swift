extension ResultsController where Record == StoredRow {
  /// Deletes the section cache of a name, or all section caches of this application if the name is `nil`:
  /// `try ResultsController.deleteCache(withName: "contacts")`.
  ///
  /// The records' type doesn't matter. Deleting an unknown name does nothing. A list that is in use goes on, and writes its
  /// file again when it changes.
  ///
  /// - Throws: ``StoreError`` with code `writeFailed` where a file can't be deleted.
  public static func deleteCache(withName name: String?) throws(StoreError) {
    try SectionCacheFolder.ofApplication.delete(name)
  }
}

extension SectionCacheFolder {
  fileprivate func delete(_ name: String?) throws(StoreError) {
    do throws(SectionCacheError) {
      try removeCaches(name.map { [SectionCacheName($0)] })
    } catch {
      throw StoreError(.writeFailed, "the section cache was not deleted: \(error.reason)")
    }
  }
}
