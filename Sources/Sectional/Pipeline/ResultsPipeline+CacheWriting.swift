extension ResultsPipeline {
  /// The place that the rows on display belong to: those that are held or, before these are read, the outline's.
  private var place: Place? {
    get { held?.place ?? outlined?.place }
    set {
      guard let newValue else { return }
      if held != nil { held?.place = newValue } else { outlined?.place = newValue }
    }
  }

  /// Records that the list was read, so that the file is written when it is time.
  func reportToCache(work: Duration, isListNew: Bool) {
    cache?.recordLook(work, isListNew: isListNew)
    if isCacheBehind { perform(signal.send(.cacheFellBehind)) }
  }

  private var isCacheBehind: Bool {
    !signal.isAbandoned && cache?.isBehind(held?.place.version, grows: isCounting) == true
  }

  /// Whether the list can change at the same version.
  private var isCounting: Bool { held?.snapshot.extent.countsRows == true }

  /// Whether the file holds what the list holds.
  private var isCacheCurrent: Bool {
    guard let cache, let written = cache.written, !isCounting || !cache.isListNew else {
      return false
    }
    return place?.version?.isKnownSame(as: written) == true
  }

  /// Writes the file when it is time, until it holds what the list holds.
  func keepCache() {
    timers.cache = Task(priority: .utility) { [weak self] in
      while let delay = await self?.delayBeforeCacheWrite() {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
        await self?.writeCacheIfDue()
      }
    }
  }

  private func delayBeforeCacheWrite() -> Duration? {
    guard isCacheBehind else {
      signal.send(.cacheSettled)
      return nil
    }
    return cache?.delay
  }

  private func writeCacheIfDue() async {
    guard cache?.delay == .zero else { return }
    if await findLastingVersion() { await writeCache() } else { cache?.postpone() }
  }

  /// Asks the store for its version again, until the version that is held can prove something to other processes.
  ///
  /// Right after a write, no version can.
  ///
  /// - Returns: Whether the version, or the cursor, means something to other processes.
  private func findLastingVersion() async -> Bool {
    for _ in 0..<20 {
      guard let version = place?.version else { return false }
      guard !version.isLasting else {
        cache?.recordSearch(found: true)
        return true
      }
      try? await Task.sleep(for: .milliseconds(25))
      guard await confirmPlace() else { return false }
    }
    // The change source may be able to continue from here although the version proves nothing.
    guard place.map(isLasting) == true else {
      cache?.recordSearch(found: false)
      return false
    }
    return true
  }

  /// Asks the store for its version again, and takes over what it proves.
  ///
  /// - Returns: Whether the store is still at the version that is held.
  private func confirmPlace() async -> Bool {
    let now = try? await store.read { reader -> Place? in
      guard let version = try await begin(reader), let place, version == place.version else {
        return nil
      }
      return try await confirmed(place, at: version, reader)
    }
    guard let now, now.version == place?.version else { return false }
    place = now
    return true
  }

  private func isLasting(_ place: Place) -> Bool {
    place.version?.isLasting == true || place.cursor.map(Source.isLasting) == true
  }

  /// Writes the rows that are held or, if there are none yet, the outline that is shown.
  private func writeCache() async {
    guard cache != nil, !signal.isAbandoned else { return }
    let start = ContinuousClock.now
    var written: Store.Version?
    do throws(SectionCacheError) {
      let file = try cacheContents()
      cache?.beginWriting()
      if let problem = await SectionCacheWriter.shared.write(file.contents) { throw problem }
      written = file.version
      reading.diagnostics.cacheWrites += 1
      reading.diagnostics.cacheProblem = nil
    } catch {
      reading.diagnostics.cacheProblem = error.reason
    }
    cache?.endWriting(at: written, after: start.duration(to: .now))
  }

  private func cacheContents() throws(SectionCacheError)
    -> (contents: SectionCacheWriter.Contents, version: Store.Version)
  {
    // A look that has begun may already have turned to another day than that of the rows.
    let query =
      held.map { isOnCurrentDay ? try? reading.query($0.snapshot.layout) : nil } ?? outlined?.query
    guard let query, let place, let version = place.version, let cache else {
      throw SectionCacheError("the store's version is unknown")
    }
    if let doubt = held?.snapshot.coverage.counting.doubt {
      throw SectionCacheError("the counts aren't exact: \(doubt)")
    }
    guard isLasting(place) else {
      throw SectionCacheError(
        "the store's version has no meaning for other processes, at least not yet")
    }
    if case .unknown(let reason) = query.layout.dependence {
      throw SectionCacheError("it can't be determined when rows change: \(reason)")
    }
    let cursor = place.cursor.flatMap { Source.isLasting($0) ? $0 : nil }
    let contents = SectionCacheWriter.Contents(
      sections: held.map { .list($0.snapshot) } ?? outlined.map { .outline($0.outline) },
      request: self.cache?.text(of: query) ?? "", version: try version.encodedForCache(),
      cursor: try cursor?.encodedForCache() ?? [], target: cache.target)
    return (contents, version)
  }
}

extension ResultsPipeline {
  /// Brings the file up to date with the newest state of the store, at a lasting version.
  func finishCache() async {
    timers.cache?.cancel()
    await timers.cache?.value
    let settling = store as? any SettlingStore<Store.Version>
    await settling?.settle()
    var isNewest = true
    for round in 0..<20 {
      if round > 0 { try? await Task.sleep(for: .milliseconds(25)) }
      let fullFetches = reading.diagnostics.fullFetches
      if isNewest {
        let isUpToDate = await isBroughtUpToDate()
        // If others write constantly, reading everything again each time would never end.
        isNewest = isUpToDate && (round == 0 || reading.diagnostics.fullFetches == fullFetches)
      }
      guard let version = await confirmedVersion(by: settling), !version.isLasting,
        isNewest || round < 4
      else { break }
    }
    // What a version proves may have changed although the store's contents didn't, for example after a checkpoint.
    guard !isCacheCurrent else { return }
    await writeCache()
  }

  /// Returns the version of what can be kept, replaced by a lasting one if the store knows of one by now.
  private func confirmedVersion(
    by store: (any SettlingStore<Store.Version>)?
  ) async -> Store.Version? {
    guard let store, let version = place?.version, !version.isLasting else {
      return place?.version
    }
    let lasting = await store.lasting(version)
    if lasting.isLasting, await confirmPlace() { return place?.version }
    if place?.version == version { place?.version = lasting }
    return lasting
  }

  /// Reads the store once more; if the contents aren't loaded yet, checks only whether anything changed.
  ///
  /// - Returns: Whether what can be kept equals what the store holds.
  private func isBroughtUpToDate() async -> Bool {
    guard held == nil else {
      return (try? await turns.withPermit { _ = try await look(OpeningInTurn()) }) != nil
    }
    guard let known = outlined, let place = try? await confirmedPlace(of: known) else {
      return false
    }
    outlined?.place = place
    return true
  }

  /// Returns the place of an outline at the newest version, or `nil` if the store has changed.
  private func confirmedPlace(of known: Outlined) async throws -> Place? {
    try await store.read { reader in
      guard let version = try await begin(reader) else { return nil }
      guard version != known.place.version else {
        return Place(version: version, cursor: known.place.cursor)
      }
      let layout = try await reader.layout(of: request)
      guard layout == known.query.layout, let cursor = known.place.cursor else { return nil }
      let changes = try await source.changes(in: layout.region, since: cursor, reader)
      guard changes.rows.keys?.isEmpty == true else { return nil }
      return Place(version: version, cursor: changes.cursor)
    }
  }
}
