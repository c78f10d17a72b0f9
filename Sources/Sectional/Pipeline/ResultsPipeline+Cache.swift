extension ResultsPipeline {
  /// Delivers sections and keys from the section cache.
  ///
  /// - Returns: The delivery, or `nil` if the cache can't be used.
  func sections(_ opening: some TransactionOpening<Store>) async throws -> ResultsDelivery? {
    guard let cache, request.extent.cacheForm == .orderKeys else { return nil }
    let found = try await opening.read(access.store) { reader -> (Placed, [StoredRow])? in
      let version = try await access.begin(reader, since: delivered.place, reading)
      let query = try reading.query(try await reader.layout(of: request))
      guard let sections = try await cache.sections(of: query, at: version, reader) else {
        return nil
      }
      return (sections, try await reading.rowsAlongside(reader, at: version))
    }
    guard let (sections, alongside) = found else { return nil }
    delivered.deliver(.sections(sections))
    return ResultsDelivery(
      list: PresentedList(sections.snapshot), changes: RowListDiff(), tags: .empty,
      version: sections.place.version?.description, alongside: alongside,
      diagnostics: reading.diagnostics, step: 0)
  }

  /// Records that the list was read, so that the section cache is written when it is time.
  func reportToCache(work: Duration, isListNew: Bool) {
    guard let cache else { return }
    cache.session.recordLook(work, isListNew: isListNew)
    if cache.isBehind { perform(inbox.send(.cacheFellBehind)) }
  }

  /// Writes the section cache when it is time, until it holds what the list holds.
  func keepCache() {
    tasks.cache = Task(priority: .utility) { [weak self] in
      while let delay = await self?.delayBeforeCacheWrite() {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
        await self?.writeCacheIfDue()
      }
    }
  }

  private func delayBeforeCacheWrite() -> Duration? {
    guard let cache, cache.isBehind else {
      inbox.send(.cacheSettled)
      return nil
    }
    return cache.session.delay
  }

  private func writeCacheIfDue() async { await cache?.writeIfDue() }

  /// Brings the section cache up to date with the newest state of the store.
  func finishCache() async {
    tasks.cache?.cancel()
    await tasks.cache?.value
    await cache?.finish {
      _ = try await access.turns.withPermit { try await look(OpeningInTurn()) }
    }
  }
}
