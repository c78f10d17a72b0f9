extension ResultsPipeline {
  func end() async -> ResultsDiagnostics {
    close()
    listening?.cancel()
    listening = nil
    retry?.cancel()
    if let target = cache?.target, target.isWritten, !isAbandoned.withLock(\.self) {
      if ending == nil { ending = Task { await writeCacheAtEnd() } }
      await ending?.value
    }
    held = nil
    outlined = nil
    return diagnostics
  }

  nonisolated func abandon() {
    isAbandoned.withLock { $0 = true }
    close()
  }

  /// Brings the file up to date with the newest state of the store, at a lasting version.
  private func writeCacheAtEnd() async {
    cache?.hasEnded = true
    cache?.waiting?.cancel()
    await cache?.waiting?.value
    await store.settle()
    var isNewest = true
    for round in 0..<20 {
      if round > 0 { try? await Task.sleep(for: .milliseconds(25)) }
      let fullFetches = diagnostics.fullFetches
      if isNewest {
        let isUpToDate = await isBroughtUpToDate()
        // If others write constantly, reading everything again each time would never end.
        isNewest = isUpToDate && (round == 0 || diagnostics.fullFetches == fullFetches)
      }
      guard let version = await confirmedVersion(), !Source.hasSameContents(version, as: version),
        isNewest || round < 4
      else { break }
    }
    // What a version proves may have changed although the store's contents didn't, for example after a checkpoint.
    if let kept = cache?.writtenVersion, let version = held?.version ?? outlined?.version,
      Source.hasSameContents(version, as: kept)
    {
      return
    }
    await writeCache()
  }

  /// Returns the version of what can be kept, replaced by a lasting one if the store knows of one by now.
  private func confirmedVersion() async -> Source.Version? {
    guard let version = held?.version ?? outlined?.version, !Source.isLasting(version) else {
      return held?.version ?? outlined?.version
    }
    let lasting = await store.lasting(version)
    if held?.version == version { held?.version = lasting }
    if outlined?.version == version { outlined?.version = lasting }
    return lasting
  }

  /// Reads the store once more; if the contents aren't loaded yet, checks only whether anything changed.
  ///
  /// - Returns: Whether what can be kept equals what the store holds.
  private func isBroughtUpToDate() async -> Bool {
    guard held == nil else { return (try? await turns.withPermit { _ = try await step() }) != nil }
    guard let known = outlined else { return false }
    let (version, isSame) = (try? await versionNow(since: known)) ?? (nil, false)
    guard let version, isSame else { return false }
    outlined?.version = version
    return true
  }

  private func versionNow(
    since known: Outlined
  ) async throws -> (version: Source.Version?, isSame: Bool) {
    try await store.read { reader in
      try await reader.prepare(for: requests)
      let version = try await source.version(reader)
      guard version != known.version else { return (version, true) }
      guard try await reader.layout(of: request) == known.query.layout else { return (nil, false) }
      let changes = try await source.changes(
        of: known.query.layout.tables, since: known.version, reader)
      return (version, changes == .keys([]))
    }
  }
}
