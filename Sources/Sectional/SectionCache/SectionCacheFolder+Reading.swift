import Foundation

extension SectionCacheFolder {
  /// Reads a file of a cache.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - checksRows: Whether to look at the checksums of the rows, too.
  /// - Returns: What it holds.
  /// - Throws: ``SectionCacheError`` where there is none, where it is something else than a file, or damaged.
  package func sections(
    inFile name: String, checkingRows checksRows: Bool = true
  ) throws(SectionCacheError) -> CachedSections {
    try CachedSections(try file(named: name), checkingRows: checksRows)
  }

  private func file(named name: String) throws(SectionCacheError) -> SectionCacheFile {
    try opened { folder throws(SectionCacheError) in
      // Whatever stands there, to open it must not take long.
      let file = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else {
        switch errno {
        case ENOENT: throw .noFile
        case ELOOP: throw SectionCacheError("a link stands where the file should be; delete it")
        default: throw SectionCacheError("the file can't be opened: \(systemMessage)")
        }
      }
      return try SectionCacheFile(owning: file)
    }
  }
}
