/// Where a list keeps its sections.
struct SectionCacheTarget: Sendable {
  let name: SectionCacheName
  let folder: SectionCacheFolder
  /// How somebody can ask for the same list again; it is kept as it is.
  let origin: String
  /// Whether it is written, too.
  let isKept: Bool

  /// Reads what was kept of a request.
  ///
  /// - Throws: ``SectionCacheError`` where nothing was, or it is damaged.
  func sections(of request: String) throws(SectionCacheError) -> CachedSections {
    let file = name.fileName(for: request)
    do throws(SectionCacheError) {
      let sections = try folder.sections(inFile: file)
      guard sections.isFor(request) else { throw .otherRequest(request, sections.request) }
      return sections
    } catch .noFile {
      // What there is under the name was kept of another request.
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
    return SectionCacheError("the file is for another request: its \(difference) is another one")
  }
}
