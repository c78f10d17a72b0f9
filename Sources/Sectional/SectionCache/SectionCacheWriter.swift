/// Writes section cache files one after the other, in the background.
actor SectionCacheWriter {
  /// The only writer of this process.
  static let shared = SectionCacheWriter()

  // Writing waits for the disk, which must not block a thread of Swift's cooperative pool.
  private nonisolated let queue = SerialQueue(label: "sectional.cache")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// What to write, and where.
  struct Contents: Sendable {
    /// The rows, or the sections and keys alone.
    let snapshot: RowSnapshot
    let request: String
    /// The store's version, encoded.
    let version: [UInt8]
    /// The change source's place, encoded; empty if a later process can't use it.
    let cursor: [UInt8]
    let target: SectionCacheTarget
  }

  /// Writes a list's sections and keys, replacing what is stored under the name.
  ///
  /// - Returns: An error if they could not be written, or otherwise `nil`.
  func write(_ contents: Contents) -> SectionCacheError? {
    let target = contents.target
    let name = target.name.fileName(for: contents.request)
    do throws(SectionCacheError) {
      try target.folder.write(try contents.file(), toFile: name)
      // Keep one file per name, and remove what killed processes left behind.
      _ = try? target.folder.removeFiles {
        ($0 != name && target.name.isName(of: $0)) || SectionCacheDraft.isLeftOver($0)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension SectionCacheWriter.Contents {
  fileprivate func file() throws(SectionCacheError) -> [UInt8] {
    let outline = try contents
    return try CachedSections.file(
      request: request, version: version, cursor: cursor, origin: target.origin, contents: outline)
  }

  private var contents: CachedSections.Contents {
    get throws(SectionCacheError) {
      if let outline = snapshot.outline { return .outline(outline) }
      switch snapshot.extent.cacheForm {
      case .counts:
        let frontier = snapshot.coverage.upper?.orderKey.bytes
        guard let outline = CountedOutline(snapshot.list, upTo: frontier) else {
          throw SectionCacheError(
            "a row's sort keys are longer than what is kept of them in a file")
        }
        return .counted(outline)
      case .orderKeys:
        guard
          let outline = snapshot.shownList?.outline(snapshot.ordering, leafRows: target.leafRows)
        else { throw SectionCacheError("the list is too long") }
        return .outline(outline)
      }
    }
  }
}
