/// Which part of its rows a request is for, as it was set; a number that is 0 isn't set.
package struct FetchedPart: Sendable, Hashable {
  package var limit = 0
  package var offset = 0
  package var last = 0
  package var batchSize = 0
  package var windowSize = 0

  package init() {}

  /// Returns which rows the list shows, and which of these are in memory.
  ///
  /// A list with a window ignores the batch size: it reads its rows with their contents.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` if a number is negative, or if two of these are combined: a window, a beginning
  ///   at the end, and a limit or an offset.
  func extent() throws(StoreError) -> Extent {
    try checkNumbers()
    let slice = FetchSlice(offset: offset, limit: limit)
    guard windowSize == 0 || slice == nil else {
      throw StoreError(
        .unsupported,
        "a window can't be combined with a limit or an offset; leave out the window, or the others",
        part: .fetchWindowSize)
    }
    guard last == 0 || (slice == nil && windowSize == 0) else {
      throw StoreError(
        .unsupported,
        "a list that begins at its end can't have a limit, an offset or a window; leave out fetchLast, or the others",
        part: .fetchLast)
    }
    return Extent(
      slice: slice, lastRows: last > 0 ? last : nil,
      batchSize: batchSize > 0 && windowSize == 0 ? batchSize : nil,
      windowSize: windowSize > 0 ? windowSize : nil)
  }

  private func checkNumbers() throws(StoreError) {
    for (number, name, part) in [
      (offset, "offset", StoreError.Part.fetchOffset), (limit, "limit", .fetchLimit),
      (last, "number of last rows", .fetchLast), (batchSize, "batch size", .fetchBatchSize),
      (windowSize, "window size", .fetchWindowSize),
    ] where number < 0 {
      throw StoreError(
        .unsupported, "a fetch \(name) can't be negative; 0 means none", part: part)
    }
  }
}
