/// A delivery of a shared list.
struct ToldDelivery: Sendable {
  /// The number of the delivery, counted from one.
  let number: Int
  /// The number of deliveries with changes up to this one.
  let state: Int
  let delivery: ResultsDelivery
}

/// What a shared list has delivered.
struct ToldDeliveries: Sendable {
  /// With more states than this between a subscriber's and the newest, the changes belong to no transaction.
  private static var mostStates: Int { 64 }

  private(set) var newest: ToldDelivery?
  /// The changes that lead to the newest state.
  private var changes = RowListDiff()
  /// The tags of the newest states, up to the newest.
  private var tags: [CommonTag] = []

  /// Records a delivery.
  ///
  /// - Returns: Whether it differs from the one before in anything that owners see.
  mutating func add(_ delivery: ResultsDelivery) -> Bool {
    let isNews =
      newest?.delivery.version != delivery.version
      || newest?.delivery.alongside != delivery.alongside
    let isNew = newest == nil || !delivery.changes.isEmpty
    newest = ToldDelivery(
      number: (newest?.number ?? 0) + 1, state: (newest?.state ?? 0) + (isNew ? 1 : 0),
      delivery: delivery)
    guard isNew else { return isNews }
    changes = delivery.changes
    tags.append(delivery.tags)
    if tags.count > ToldDeliveries.mostStates { tags.removeFirst() }
    return true
  }

  /// Returns the changes that lead from a state to the newest one; `nil` if the lists must be compared for that.
  func changes(since state: Int) -> RowListDiff? {
    switch (newest?.state ?? 0) - state {
    case 0: RowListDiff()
    case 1: changes
    default: nil
    }
  }

  /// Returns the tags of the transactions that led from a state to the newest one.
  func tags(since state: Int) -> CommonTag {
    let states = (newest?.state ?? 0) - state
    guard states <= tags.count else { return .mixed }
    return tags.suffix(states).reduce(.empty) { $0.joined(with: $1) }
  }
}

/// Compares states of a shared list, each pair of them once.
actor StateComparison {
  // State: guarded by the actor.
  private var newest = 0
  private var changes: [Int: RowListDiff] = [:]

  /// Returns the changes that lead from one delivery to another.
  func changes(from old: ToldDelivery, to new: ToldDelivery) -> RowListDiff {
    if new.state > newest { (newest, changes) = (new.state, [:]) }
    if new.state == newest, let known = changes[old.state] { return known }
    let found = new.delivery.list.changes(from: old.delivery.list)
    if new.state == newest { changes[old.state] = found }
    return found
  }
}
