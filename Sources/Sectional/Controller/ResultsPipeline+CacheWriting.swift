import Foundation

extension ResultsPipeline {
  /// What a list has on disk.
  struct Cache {
    let target: SectionCacheTarget
    /// The version for which the file holds the sections.
    var writtenVersion: Source.Version?
    /// Whether the list itself differs from what the file holds, rather than only its version.
    var isListNew = true
    /// The text of the request, and the layout it was made for.
    var text: (layout: RowLayout, text: String)?
    var schedule = CacheWriteSchedule()
    /// Waits until it is time to write.
    var waiting: Task<Void, Never>?
    /// Whether writing failed, so that it isn't tried again until the list is read again.
    var hasGivenUp = false
    /// The number of consecutive searches that found no lasting version.
    var fruitlessSearches = 0
    var hasEnded = false
  }

  /// Sections and keys that were shown before the contents were read.
  struct Outlined {
    let outline: Outline
    var version: Source.Version
    let query: RowQuery
  }

  /// Notes that the list was read, so that the file is written when it is time.
  func noteForCache(_ work: Duration, isListNew: Bool) {
    guard let target = cache?.target, target.isWritten else { return }
    cache?.schedule.noteWork(work, at: .now)
    cache?.hasGivenUp = false
    if isListNew { cache?.isListNew = true }
    guard cache?.waiting == nil, isCacheWriteDue else { return }
    cache?.waiting = Task(priority: .utility) { [weak self] in
      while let delay = await self?.delayBeforeCacheWrite() {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
        await self?.writeCacheIfDue()
      }
    }
  }

  private var isCacheWriteDue: Bool {
    guard let cache, !cache.hasEnded, !cache.hasGivenUp, cache.fruitlessSearches < 3,
      let version = held?.version
    else { return false }
    return cache.writtenVersion.map { version != $0 && !Source.hasSameContents(version, as: $0) }
      ?? true
  }

  private func delayBeforeCacheWrite() -> Duration? {
    guard let cache, isCacheWriteDue else {
      cache?.waiting = nil
      return nil
    }
    return cache.schedule.delay(at: .now, isListNew: cache.isListNew)
  }

  private func writeCacheIfDue() async {
    guard let cache, cache.schedule.delay(at: .now, isListNew: cache.isListNew) == .zero else {
      return
    }
    if await findLastingVersion() {
      await writeCache()
    } else {
      self.cache?.schedule.noteWriting(.milliseconds(20), at: .now)
    }
  }

  /// Asks the store for its version again, until the version that is held can prove something to other processes.
  ///
  /// Right after a write, no version can.
  ///
  /// - Returns: Whether the version means something to other processes.
  private func findLastingVersion() async -> Bool {
    for _ in 0..<20 {
      guard let version = held?.version ?? outlined?.version else { return false }
      guard !Source.hasSameContents(version, as: version) else {
        cache?.fruitlessSearches = 0
        return true
      }
      try? await Task.sleep(for: .milliseconds(25))
      guard let now = await currentVersion(), now == held?.version ?? outlined?.version else {
        return false
      }
      if held == nil { outlined?.version = now } else { held?.version = now }
    }
    // A log that continues from this version may exist.
    guard let version = held?.version ?? outlined?.version, Source.isLasting(version) else {
      cache?.fruitlessSearches += 1
      return false
    }
    return true
  }

  private func currentVersion() async -> Source.Version? {
    try? await store.read { reader in
      try await reader.prepare(for: requests)
      return try await source.version(reader)
    }
  }

  /// Writes the rows that are held or, if there are none yet, the outline that is shown.
  func writeCache() async {
    guard let cache, !isAbandoned.withLock(\.self) else { return }
    let start = ContinuousClock.now
    let problem: SectionCacheError?
    do throws(SectionCacheError) {
      let (contents, version, query) = try cacheContents()
      self.cache?.isListNew = false
      problem = await SectionCacheWriter.shared.write(
        contents, of: text(of: query, for: cache.target), at: try version.encoded(),
        to: cache.target)
      if problem == nil {
        self.cache?.writtenVersion = version
        diagnostics.cacheWrites += 1
      } else {
        self.cache?.isListNew = true
      }
    } catch {
      problem = error
    }
    self.cache?.schedule.noteWriting(start.duration(to: .now), at: .now)
    self.cache?.hasGivenUp = problem != nil
    diagnostics.cacheProblem = problem?.reason
  }

  private func cacheContents() throws(SectionCacheError)
    -> (SectionCacheWriter.Contents, Source.Version, RowQuery)
  {
    let version = held == nil ? outlined?.version : held?.version
    let query = held.map { try? self.query($0.snapshot.layout) } ?? outlined?.query
    guard let query, let version else {
      throw SectionCacheError("the store's version is unknown")
    }
    guard Source.isLasting(version) else {
      throw SectionCacheError(
        "the store's version has no meaning for other processes, at least not yet")
    }
    if case .unknown(let reason) = query.layout.dependence {
      throw SectionCacheError("it can't be determined when rows change: \(reason)")
    }
    if let held { return (.list(held.snapshot), version, query) }
    guard let outlined else { throw SectionCacheError("there are no rows yet") }
    return (.outline(outlined.outline), version, query)
  }
}

extension Encodable {
  /// The value encoded as bytes, from which it can be decoded.
  fileprivate func encoded() throws(SectionCacheError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else {
      throw SectionCacheError("the store's version can't be encoded")
    }
    return Array(data)
  }
}
