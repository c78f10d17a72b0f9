extension ListCache {
  /// Brings the file up to date with the newest state of the store, at a lasting version.
  ///
  /// - Parameter look: Brings the rows of the list up to date.
  func finish(lookingWith look: () async throws -> Void) async {
    let settling = access.store as? any SettlingStore<Store.Version>
    await settling?.settle()
    var isNewest = true
    for round in 0..<20 {
      if round > 0 { try? await Task.sleep(for: .milliseconds(25)) }
      let fullFetches = reading.diagnostics.fullFetches
      if isNewest {
        let isUpToDate = await isBroughtUpToDate(look)
        // If others write constantly, reading everything again each time would never end.
        isNewest = isUpToDate && (round == 0 || reading.diagnostics.fullFetches == fullFetches)
      }
      guard let version = await confirmedVersion(by: settling), !version.isLasting,
        isNewest || round < 4
      else { break }
    }
    // What a version proves may have changed although the store's contents didn't, for example after a checkpoint.
    guard !isCurrent else { return }
    await write()
  }

  /// Returns the version of what can be kept, replaced by a lasting one if the store knows of one by now.
  private func confirmedVersion(
    by store: (any SettlingStore<Store.Version>)?
  ) async -> Store.Version? {
    guard let store, let version = delivered.place?.version, !version.isLasting else {
      return delivered.place?.version
    }
    let lasting = await store.lasting(version)
    if lasting.isLasting, await confirmPlace() { return delivered.place?.version }
    if delivered.place?.version == version { delivered.place?.version = lasting }
    return lasting
  }

  /// Reads the store once more; if the contents aren't loaded yet, checks only whether anything changed.
  ///
  /// - Returns: Whether what can be kept equals what the store holds.
  private func isBroughtUpToDate(_ look: () async throws -> Void) async -> Bool {
    guard delivered.rows == nil else { return (try? await look()) != nil }
    guard let sections = delivered.sections, let place = try? await confirmedPlace(of: sections)
    else { return false }
    // A look that was under way may have delivered rows of a later version.
    if delivered.sections != nil { delivered.place = place }
    return true
  }

  /// Returns the place of sections at the newest version, or `nil` if the store has changed.
  private func confirmedPlace(of sections: Placed) async throws -> Place? {
    try await access.store.read { reader in
      let place = sections.place
      guard let version = try await access.begin(reader, since: place, reading) else {
        return nil
      }
      guard version != place.version else { return Place(version: version, cursor: place.cursor) }
      let layout = try await reader.layout(of: reading.request)
      guard layout == sections.snapshot.layout, let cursor = place.cursor else { return nil }
      let changes = try await access.source.changes(in: layout.region, since: cursor, reader)
      guard changes.rows.keys?.isEmpty == true else { return nil }
      return Place(version: version, cursor: changes.cursor)
    }
  }
}
