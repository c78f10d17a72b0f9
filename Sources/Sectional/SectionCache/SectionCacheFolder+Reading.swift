import Foundation

extension SectionCacheFolder {
  /// Reads a cache file.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - checksRows: Whether to verify the checksums of the rows, too.
  /// - Returns: The contents of the file.
  /// - Throws: ``SectionCacheError`` if the file doesn't exist, isn't a regular file, or is damaged.
  package func sections(
    inFile name: String, checkingRows checksRows: Bool = true
  ) throws(SectionCacheError) -> CachedSections {
    try CachedSections(try file(named: name), checkingRows: checksRows)
  }

  private func file(named name: String) throws(SectionCacheError) -> SectionCacheFile {
    try opened { folder throws(SectionCacheError) in
      // Opening must not block, whatever kind of file this is.
      let file = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else {
        switch errno {
        case ENOENT: throw .noFile
        case ELOOP: throw SectionCacheError("a link is where the file should be; delete it")
        default: throw SectionCacheError("the file can't be opened: \(systemMessage)")
        }
      }
      return try SectionCacheFile(owning: file)
    }
  }
}
