/// Writes section cache files one after the other, in the background.
actor SectionCacheWriter {
  /// The only writer of this process.
  static let shared = SectionCacheWriter()

  // Writing waits for the disk, which must not block a thread of Swift's cooperative pool.
  private nonisolated let queue = SerialQueue(label: "sectional.cache")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// What to write.
  enum Contents: Sendable {
    case list(RowSnapshot)
    case outline(Outline)
  }

  /// Writes a list's sections and keys, replacing what is stored under the name.
  ///
  /// - Returns: An error if they could not be written, or otherwise `nil`.
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
  fileprivate var outline: Outline? {
    switch self {
    case .list(let snapshot): snapshot.list.outline(snapshot.ordering)
    case .outline(let outline): outline
    }
  }
}
