/// Where a list keeps its sections.
package struct SectionCacheTarget: Sendable {
  let name: SectionCacheName
  /// The folder of the file; the application's own unless a test or the command line sets another one.
  package var folder = SectionCacheFolder.ofApplication
  /// A description of how to request the same list again, which is stored unchanged.
  package var origin = ""
  /// Whether the cache is also written, rather than only read.
  package var isWritten = true
  /// The most rows of a leaf of the file; tests have files of many leaves with few rows.
  package var leafRows = Outline.leafRows

  init(name: SectionCacheName) { self.name = name }

  /// Reads what was kept for a request.
  ///
  /// - Throws: ``SectionCacheError`` if nothing was kept, or the file is damaged.
  func sections(of request: String) throws(SectionCacheError) -> CachedSections {
    let file = name.fileName(for: request)
    do throws(SectionCacheError) {
      let sections = try folder.sections(inFile: file)
      guard sections.isFor(request) else { throw .otherRequest(request, sections.request) }
      return sections
    } catch .noFile {
      // Any other file under this name was kept for a different request.
      for other in folder.fileNames where name.isName(of: other) {
        guard let sections = try? folder.sections(inFile: other, checkingRows: false) else {
          continue
        }
        throw .otherRequest(request, sections.request)
      }
      throw .noFile
    }
  }
}

extension SectionCacheError {
  fileprivate static func otherRequest(_ request: String, _ other: String) -> SectionCacheError {
    let difference = CanonicalRequest.difference(request, from: other)
    return SectionCacheError("the file is for another request, which differs in its \(difference)")
  }
}
