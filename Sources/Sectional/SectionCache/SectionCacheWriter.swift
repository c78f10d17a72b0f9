/// Writes the files of section caches, one after the other, beside everything else.
actor SectionCacheWriter {
  /// The one of this process.
  static let shared = SectionCacheWriter()

  // Writing waits for the disk, which no thread of Swift's pool should.
  private nonisolated let queue = SerialQueue(label: "sectional.cache")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// What is written.
  enum Contents: Sendable {
    case list(RowSnapshot)
    case outline(Outline)
  }

  /// Writes the sections and keys of a list in place of what is there under the name.
  ///
  /// - Returns: Why that can't be done, where it can't.
  func write(
    _ contents: Contents, of request: String, at version: [UInt8], to target: SectionCacheTarget
  ) -> SectionCacheError? {
    let name = target.name.fileName(for: request)
    do throws(SectionCacheError) {
      guard let outline = contents.outline else {
        throw SectionCacheError("the list is too long")
      }
      let file = try CachedSections.file(
        request: request, version: version, origin: target.origin, outline: outline)
      try target.folder.write(file, toFile: name)
      // One file for a name, and nothing that a killed process left.
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
  fileprivate var outline: Outline? {
    switch self {
    case .list(let snapshot): snapshot.list.outline(snapshot.ordering)
    case .outline(let outline): outline
    }
  }
}
