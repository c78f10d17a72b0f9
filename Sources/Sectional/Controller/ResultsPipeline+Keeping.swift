import Foundation

extension ResultsPipeline {
  /// What a list has on disk.
  struct Cache {
    let target: SectionCacheTarget
    /// The version for which the file holds the sections.
    var kept: Source.Version?
    /// The text of the request, for the layout it was made of.
    var text: (layout: RowLayout, text: String)?
    var schedule = KeepSchedule()
    /// Waits until it is time to write.
    var waiting: Task<Void, Never>?
    /// Whether writing failed, and is not tried again before the list is read again.
    var hasGivenUp = false
    var hasEnded = false
  }

  /// Sections and keys that were shown before the contents were read.
  struct Outlined {
    let outline: Outline
    var version: Source.Version
    let query: RowQuery
  }

  /// Notes that the list was read, so that the file is written when it is time.
  func noteForCache(_ work: Duration) {
    guard let target = cache?.target, target.isKept else { return }
    cache?.schedule.noteWork(work, at: .now)
    cache?.hasGivenUp = false
    guard cache?.waiting == nil, cache?.hasEnded == false, !isKept else { return }
    cache?.waiting = Task(priority: .utility) { [weak self] in
      while let delay = await self?.delayBeforeKeeping() {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
        await self?.keepIfDue()
      }
    }
  }

  /// Whether the file holds the sections of the version that is held.
  private var isKept: Bool {
    guard let version = held?.version ?? outlined?.version, let kept = cache?.kept else {
      return false
    }
    return Source.hasSameContents(version, as: kept)
  }

  private func delayBeforeKeeping() -> Duration? {
    guard let cache, !cache.hasEnded, !cache.hasGivenUp, held != nil, !isKept else {
      cache?.waiting = nil
      return nil
    }
    return max(cache.schedule.delay(at: .now), .milliseconds(1))
  }

  private func keepIfDue() async {
    guard let cache, cache.schedule.delay(at: .now) == .zero else { return }
    await findLastingVersion()
    await keep()
  }

  /// Asks the store again for the version that is held, where it means nothing to other processes yet.
  ///
  /// In the moment after a write there is none that does.
  private func findLastingVersion() async {
    for _ in 0..<20 {
      guard let version = held?.version, !Source.isLasting(version) else { return }
      try? await Task.sleep(for: .milliseconds(25))
      guard let now = await currentVersion(), now == held?.version else {
        mailbox.ring()
        return
      }
      held?.version = now
    }
  }

  private func currentVersion() async -> Source.Version? {
    try? await store.read { reader in
      try await reader.prepare(for: requests)
      return try await source.version(reader)
    }
  }

  /// Writes what is held, or what is shown before.
  private func keep() async {
    guard let cache, !isKept else { return }
    let start = ContinuousClock.now
    let problem: SectionCacheMiss?
    do throws(SectionCacheMiss) {
      let (contents, version, query) = try contentsToKeep()
      problem = await SectionCacheWriter.shared.write(
        contents, of: text(of: query, for: cache.target), at: try version.encoded(),
        to: cache.target)
      if problem == nil {
        self.cache?.kept = version
        diagnostics.cacheWrites += 1
      }
    } catch {
      problem = error
    }
    self.cache?.schedule.noteWriting(start.duration(to: .now), at: .now)
    self.cache?.hasGivenUp = problem != nil
    diagnostics.cacheProblem = problem?.reason
  }

  private func contentsToKeep() throws(SectionCacheMiss)
    -> (SectionCacheWriter.Contents, Source.Version, RowQuery)
  {
    let version = held == nil ? outlined?.version : held?.version
    guard let query = held == nil ? outlined?.query : query, let version else {
      throw SectionCacheMiss("the store's version is unknown")
    }
    guard Source.isLasting(version) else {
      throw SectionCacheMiss("the store's version means nothing to other processes, or not yet")
    }
    if case .unknown(let reason) = query.layout.dependence {
      throw SectionCacheMiss("nothing tells when rows change: \(reason)")
    }
    if let held { return (.list(held.snapshot), version, query) }
    guard let outlined else { throw SectionCacheMiss("there are no rows yet") }
    return (.outline(outlined.outline), version, query)
  }
}

extension ResultsPipeline {
  func end() async -> ResultsDiagnostics {
    close()
    guard let target = cache?.target, target.isKept, !isAbandoned.withLock(\.self) else {
      return diagnostics
    }
    if ending == nil { ending = Task { await keepAtEnd() } }
    await ending?.value
    return diagnostics
  }

  nonisolated func abandon() {
    isAbandoned.withLock { $0 = true }
    close()
  }

  /// Brings the file up to date with the newest state of the store, at a version that lasts.
  private func keepAtEnd() async {
    cache?.hasEnded = true
    cache?.waiting?.cancel()
    await cache?.waiting?.value
    await store.settle()
    for _ in 0..<20 {
      guard await isBroughtUpToDate(), !isKept else { break }
      guard let version = held?.version ?? outlined?.version, !Source.isLasting(version) else {
        await keep()
        break
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
    if let cache, cache.kept == nil, diagnostics.cacheProblem == nil { await keep() }
  }

  /// Reads the store once more.
  ///
  /// - Returns: Whether what is there to be kept is what the store holds.
  private func isBroughtUpToDate() async -> Bool {
    if held != nil {
      return (try? await turns.pass { _ = try await step() }) != nil
    }
    guard let version = outlined?.version, let now = await currentVersion(), now == version else {
      return false
    }
    outlined?.version = now
    return true
  }
}

extension Encodable {
  /// The value as bytes that decode to it.
  fileprivate func encoded() throws(SectionCacheMiss) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else {
      throw SectionCacheMiss("the store's version can't be written down")
    }
    return Array(data)
  }
}
