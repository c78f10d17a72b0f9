// What is done if it isn't known which rows changed.
extension ListReader {
  /// Reads a list again.
  ///
  /// Of a list that counts rows, only those in memory are read; the others are counted again when they may be.
  func readAgain(
    _ held: HeldList, of layout: RowLayout, because reason: String, _ reader: Reader
  ) async throws -> (HeldList, ListChanges) {
    diagnostics.fullFetchReason = reason
    guard held.snapshot.extent.countsRows, layout == held.snapshot.layout else {
      let next = try await everything(layout, keeping: held.residents, reader)
      return (next, next.snapshot.changes(from: held.snapshot))
    }
    var next = held
    next.snapshot.list = held.snapshot.list.blocks.evicting(except: LookedRanges())
    next.snapshot.markChanged(in: thisLook)
    next.snapshot.coverage.counting.doubt = reason
    if recounting.delay(at: .now) > .zero {
      try await load(held.looked.ranges, into: &next, reader)
    }
    return (next, .reset)
  }

  /// Counts all rows again if some counts may be wrong and it is time.
  func recountIfDue(
    _ held: inout HeldList, _ changes: inout ListChanges, _ reader: Reader
  ) async throws {
    guard held.snapshot.coverage.counting.doubt != nil, recounting.delay(at: .now) == .zero else {
      return
    }
    try await recount(&held, reader)
    changes = .reset
  }
}

extension UnfollowedChange {
  static let untraced = UnfollowedChange("a row changed that no change log names")
}
