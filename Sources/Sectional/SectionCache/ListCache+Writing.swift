extension ListCache {
  /// Writes the file if it is time, and if the version that is held can prove something to other processes.
  func writeIfDue() async {
    guard session.delay == .zero else { return }
    if await findLastingVersion() { await write() } else { session.postpone() }
  }

  /// Asks the store for its version again, until the version that is held can prove something to other processes.
  ///
  /// Right after a write, no version can.
  ///
  /// - Returns: Whether the version, or the cursor, means something to other processes.
  private func findLastingVersion() async -> Bool {
    for _ in 0..<20 {
      guard let version = delivered.place?.version else { return false }
      guard !version.isLasting else {
        session.recordSearch(found: true)
        return true
      }
      try? await Task.sleep(for: .milliseconds(25))
      guard await confirmPlace() else { return false }
    }
    // The change source may be able to continue from here although the version proves nothing.
    guard delivered.place.map(isLasting) == true else {
      session.recordSearch(found: false)
      return false
    }
    return true
  }

  /// Asks the store for its version again, and takes over what it proves.
  ///
  /// - Returns: Whether the store is still at the version that is held.
  func confirmPlace() async -> Bool {
    let now = try? await access.store.read { reader -> Place? in
      guard let version = try await access.begin(reader, since: delivered.place, reading),
        let list = delivered.shown, version == list.place.version
      else { return nil }
      return try await access.confirmed(
        list.place, of: list.snapshot.layout.region, at: version, reader)
    }
    guard let now, now.version == delivered.place?.version else { return false }
    delivered.place = now
    return true
  }

  private func isLasting(_ place: Place) -> Bool {
    place.version?.isLasting == true || place.cursor.map(Source.isLasting) == true
  }

  /// Writes the rows that are held or, if there are none yet, the sections that are shown.
  func write() async {
    guard !isAbandoned() else { return }
    let start = ContinuousClock.now
    var written: Store.Version?
    do throws(SectionCacheError) {
      let file = try contents()
      session.beginWriting()
      if let problem = await SectionCacheWriter.shared.write(file.contents) { throw problem }
      written = file.version
      reading.diagnostics.cacheWrites += 1
      reading.diagnostics.cacheProblem = nil
    } catch {
      reading.diagnostics.cacheProblem = error.reason
    }
    session.endWriting(at: written, after: start.duration(to: .now))
  }

  private func contents() throws(SectionCacheError)
    -> (contents: SectionCacheWriter.Contents, version: Store.Version)
  {
    guard let list = delivered.shown, let version = list.place.version else {
      throw SectionCacheError("the store's version is unknown")
    }
    // A look that has begun may already have turned to another day than that of the rows.
    guard reading.hasCurrentKeys(list.snapshot),
      let query = try? reading.query(list.snapshot.layout)
    else { throw SectionCacheError("the day ended that the sections follow") }
    if let doubt = list.snapshot.coverage.counting.doubt {
      throw SectionCacheError("the counts aren't exact: \(doubt)")
    }
    guard isLasting(list.place) else {
      throw SectionCacheError(
        "the store can't prove later that it is unchanged, at least not yet")
    }
    if case .unknown(let reason) = query.layout.dependence {
      throw SectionCacheError("the store can't tell when rows change: \(reason)")
    }
    let cursor = list.place.cursor.flatMap { Source.isLasting($0) ? $0 : nil }
    let contents = SectionCacheWriter.Contents(
      snapshot: list.snapshot, request: session.text(of: query),
      version: try version.encodedForCache(), cursor: try cursor?.encodedForCache() ?? [],
      target: session.target)
    return (contents, version)
  }
}
