/// The rows of a list, and which of them stay in memory.
struct HeldList: Sendable {
  var snapshot: RowSnapshot
  /// The rows whose contents are in memory, in a list that loads contents by row.
  var residents = ResidentRows()
  /// The blocks that are in memory, in a list that counts the others.
  var looked = LookedRanges()
}
