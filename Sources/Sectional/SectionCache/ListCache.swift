/// A list's section cache: what the list opens with, and the file that is kept while it is followed.
///
/// It isn't sendable; the pipeline that owns it guards it.
final class ListCache<Store: ResultsStore, Source: ChangeSource<Store>> {
  typealias Place = StorePlace<Store.Version, Source.Cursor>
  typealias Placed = PlacedList<Store.Version, Source.Cursor>

  let access: StoreAccess<Store, Source>
  /// The list's reader, which knows the request.
  let reading: ListReader<Store.Reader>
  /// What is written.
  let delivered: DeliveredList<Store.Version, Source.Cursor>
  var session: SectionCacheSession<Store.Version, Source.Cursor>
  /// Whether the file belongs to another list.
  let isAbandoned: @Sendable () -> Bool

  init(
    _ target: SectionCacheTarget, _ access: StoreAccess<Store, Source>,
    _ reading: ListReader<Store.Reader>,
    _ delivered: DeliveredList<Store.Version, Source.Cursor>,
    isAbandoned: @escaping @Sendable () -> Bool
  ) {
    (self.access, self.reading, self.delivered) = (access, reading, delivered)
    session = SectionCacheSession(target, source: access.source.recordText)
    self.isAbandoned = isAbandoned
  }

  /// Whether the file doesn't hold what the list holds, and it is worth trying to write it.
  var isBehind: Bool {
    !isAbandoned() && session.isBehind(delivered.rows?.place.version, grows: isCounting)
  }

  /// Whether the list can change at the same version.
  private var isCounting: Bool { delivered.rows?.snapshot.extent.cacheForm == .counts }

  /// Whether the file holds what the list holds.
  var isCurrent: Bool {
    guard let written = session.written, !isCounting || !session.isListNew else { return false }
    return delivered.place?.version?.isKnownSame(as: written) == true
  }

  func report(_ outcome: SectionCacheReport.Outcome, _ reason: String) {
    reading.diagnostics.cache = SectionCacheReport(outcome: outcome, reason: reason)
  }
}
