/// A look at a store, by any list.
struct LookStamp: Sendable, Hashable {
  /// The number of the request.
  var request = 0
  /// The number of the look for it.
  var number = 0
}
