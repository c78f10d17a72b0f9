/// The rows of a slice after some of the longer list's rows changed since the file was written.
///
/// The file has the rows of the slice as it was. Of the rows before and after them, it has none: only what a change log says of
/// those that changed is known.
struct CachedSlice {
  private let merge: OutlineMerge
  private let merged: Outline
  private let query: RowQuery

  /// - Parameters:
  ///   - merge: The merge of the file's rows and those that changed.
  ///   - merged: What it resulted in.
  ///   - query: The query of the list.
  init(_ merge: OutlineMerge, _ merged: Outline, _ query: RowQuery) {
    (self.merge, self.merged, self.query) = (merge, merged, query)
  }

  /// Returns the rows that are within the limit and the offset now; all rows if the list has neither.
  ///
  /// - Parameter changed: The rows that changed, with what the log says they were.
  /// - Returns: The rows.
  /// - Throws: ``SectionCacheError`` if the slice may have rows that are neither in the file nor changed.
  func outline(after changed: ChangedRows) throws(SectionCacheError) -> Outline {
    guard let slice = query.request.extent.slice else { return merged }
    let start = slice.offset > 0 ? try start(after: changed) : 0
    let (sum, overflows) = start.addingReportingOverflow(slice.limit ?? .max)
    let end = overflows ? .max : sum
    // With fewer rows than its limit, the file had those up to the end of the list. Otherwise, rows that it didn't have can come
    // after the last of its rows that didn't change.
    let isEndKnown = merge.outline.count < slice.limit ?? .max || merge.met.reach >= end
    let shown = min(start, merged.count)..<min(end, merged.count)
    guard isEndKnown, let rows = merged.rows(in: shown) else { throw .otherSlice }
    return rows
  }

  /// Returns how many of the merged rows come before the slice.
  ///
  /// If *n* rows before the file's first one left their places, its first *n* rows are before the slice now, and so are
  /// rows that came there. If more came than left, rows that aren't in the file are in the slice.
  private func start(after changed: ChangedRows) throws(SectionCacheError) -> Int {
    // Where the longer list ended isn't known.
    guard merge.outline.count > 0 else { throw .otherSlice }
    var (left, came) = (0, 0)
    var places: Set<[UInt8]> = []
    for name in changed.keys ?? [] where !merge.changed.isName(name, ofOneOf: merge.met.changed) {
      switch query.oldPosition(of: name, changed.oldRows[name]) {
      case .outside: break
      case .at(let orderKey):
        // Several names can refer to the same row.
        guard places.insert(orderKey.bytes).inserted else { throw .otherSlice }
        left += try isBefore(OutlinePlace(orderKey)) ? 1 : 0
      case .unknown: throw .otherSlice
      }
    }
    for row in merge.new { came += try isBefore(OutlinePlace(row)) ? 1 : 0 }
    guard came <= left else { throw .otherSlice }
    return left
  }

  /// Returns whether a place is before all rows of the file.
  private func isBefore(_ place: OutlinePlace) throws(SectionCacheError) -> Bool {
    switch merge.outline.start(ofLeaf: 0, comparedWith: place, merge.ordering) {
    case .less: return false
    case .greater: return true
    // If no more is known of the first row, the place may be before or after it.
    case .equal:
      guard merge.outline.isWhole(place, startOfLeaf: 0) else { throw .otherSlice }
      return false
    }
  }
}

extension SectionCacheError {
  /// The error of a slice that may have other rows than the file.
  fileprivate static let otherSlice = SectionCacheError(
    "the store changed, and other rows may be within its limit and offset")
}
