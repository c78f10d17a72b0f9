/// How a list is read, followed and kept, besides its request.
package struct PipelineOptions: Sendable {
  /// Where the sections are kept on disk, or `nil` if they aren't.
  package var cache: SectionCacheTarget?
  /// Whether the list follows changes.
  var tracksChanges = true
  /// The least time between two deliveries.
  var minimumInterval = Duration.zero
  /// When a store that failed is read again.
  package var retries = RetrySchedule()
  /// The sizes that the list is read with; tests use small ones.
  package var reading = ListReaderOptions()
}
