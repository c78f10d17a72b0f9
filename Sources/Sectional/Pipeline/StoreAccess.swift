/// The store that a pipeline reads, and the source that says what changed in it.
struct StoreAccess<Store: ResultsStore, Source: ChangeSource<Store>>: Sendable {
  typealias Place = StorePlace<Store.Version, Source.Cursor>

  let store: Store
  let source: Source
  /// The lists that look together; `nil` if the store has none, or if the source isn't the store's own.
  let sharing: StoreSharing?
  /// Makes sure that one read of the store ends before the next begins.
  let turns = AsyncSemaphore()

  /// Begins a transaction in which the changes since a place are asked for, and returns the version that it reads.
  func begin(
    _ reader: Store.Reader, since place: Place?, _ reading: ListReader<Store.Reader>
  ) async throws -> Store.Version? {
    // A source with cursors of its own doesn't answer from what the store reads of its record when a transaction begins.
    let version = Source.Cursor.self == Store.Source.Cursor.self ? place?.version : nil
    try await reader.prepare(for: reading.requests, since: version)
    reading.diagnostics.versionChecks += 1
    reading.diagnostics.delayReason = source.delay
    return try await reader.version()
  }

  /// Returns a place with an equal version, which can prove more, and the cursor that belongs to it.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - region: What the list depends on.
  ///   - version: The version that the transaction reads.
  ///   - reader: The reader of the transaction.
  /// - Returns: The place.
  /// - Throws: An error of the change source.
  func confirmed(
    _ place: Place, of region: TableRegion, at version: Store.Version, _ reader: Store.Reader
  ) async throws -> Place {
    guard Self.canConfirm(place, at: version) else {
      return Place(version: version, cursor: place.cursor)
    }
    let answer = try await source.changes(in: region, since: nil, reader)
    return Place(version: version, cursor: answer.cursor ?? place.cursor)
  }

  /// Returns whether a place can last from now on, because an equal version does.
  static func canConfirm(_ place: Place, at version: Store.Version?) -> Bool {
    version?.isLasting == true && place.version?.isLasting == false
      && place.cursor.map(Source.isLasting) == false
  }
}
