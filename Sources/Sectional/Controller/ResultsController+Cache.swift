extension ResultsController {
  /// Deletes what lists of this application keep on disk under a name, or all of it where no name is given.
  ///
  /// That a name is unknown does no harm. A list that is shown goes on, and writes its file again when it changes.
  ///
  /// - Throws: ``StoreError`` with code `writeFailed` where a file can't be deleted.
  public static func deleteCache(withName name: String?) throws(StoreError) {
    try SectionCacheFolder.ofApplication.delete(name)
  }
}

extension ResultsController where Record == StoredRow {
  /// Deletes what lists of this application keep on disk under a name, whatever their records are, or all of it where no
  /// name is given: `try ResultsController.deleteCache(withName: "contacts")`.
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
