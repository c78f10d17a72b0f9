/// What is known of the rows of a list that are only counted.
struct CountingState: Sendable, Hashable {
  /// Why counts may be wrong, or `nil` if they are exact.
  var doubt: String?
  /// How many blocks turned out to have other rows than were counted.
  var recountedBlocks = 0
  /// The number of rows that the store estimated.
  var estimate: Int?
  /// The look that last changed the list.
  var changeLook = LookStamp()
}
