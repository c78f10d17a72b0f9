/// Whether a list holds deliveries back, and what these said that the next delivery must say for them.
struct HeldDeliveries {
  /// Whether the owner paused the list.
  var isPaused = false
  /// The number of callers that want the list to be brought up to date, even if it is paused.
  var demands = 0
  /// Whether a delivery was held back, so that the next one must lead from what is shown.
  private(set) var isBehind = false
  private var tags = CommonTag.empty
  private var loaded: [RowKey] = []

  /// Whether a delivery is to be held back now.
  var holdsBack: Bool { isPaused && demands == 0 }

  /// Records a delivery that is held back.
  mutating func add(_ delivery: ResultsDelivery) {
    isBehind = true
    tags = tags.joined(with: delivery.tags)
    loaded += delivery.loaded
  }

  /// Returns a delivery that also speaks for those that were held back, and forgets these.
  mutating func released(_ delivery: ResultsDelivery) -> ResultsDelivery {
    defer { forget() }
    guard isBehind else { return delivery }
    var delivery = delivery
    delivery.tags = tags.joined(with: delivery.tags)
    delivery.loaded += loaded
    return delivery
  }

  /// Forgets what was held back, because it was delivered or another fetch replaces it.
  mutating func forget() { (isBehind, tags, loaded) = (false, .empty, []) }
}
