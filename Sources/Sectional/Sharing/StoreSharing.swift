/// A store whose lists share what they read, as far as they can.
package protocol SharingStore: ResultsStore {
  /// What its lists share.
  var sharing: StoreSharing { get }
}

/// Something that several lists or their owners share.
protocol Shareable: AnyObject, Sendable {
  /// Ends it, because its last member has left.
  func end()
}

/// What members have in common before they are compared.
enum SharingKey: Hashable, Sendable {
  /// They look at a table together.
  case looks(RowSource)
  /// They show one list.
  case list(RowSource, RowPredicate?)
}

/// What the lists of a store share.
///
/// Each thing exists as long as it has members; it retains the store, so the store may own this.
package final class StoreSharing: Sendable {
  private struct Entry: Sendable {
    let thing: any Shareable
    var members = 1
  }

  // State: guarded by its lock. Things are created, compared, ended and released outside of it.
  private let entries = Locked([SharingKey: [Entry]]())
  let looks = LookCounter()

  /// Creates the sharing of a store without lists.
  package init() {}

  /// Joins those who share a thing; the first one creates it.
  ///
  /// - Parameters:
  ///   - key: What the thing is found by.
  ///   - isRight: Returns whether a thing with that key is the right one.
  ///   - make: Creates it; a thing that isn't needed, because another thread was faster, is released again.
  /// - Returns: The membership.
  func join<Thing: Shareable>(
    _ key: SharingKey, where isRight: (Thing) -> Bool, orMake make: () -> Thing
  ) -> Membership<Thing> {
    var made: Thing?
    while true {
      let known = entries.withLock { $0[key] ?? [] }
      // The newest first: one that replaced another is the one to join.
      for entry in known.reversed() {
        guard let thing = entry.thing as? Thing, isRight(thing), add(1, to: thing, key) != nil
        else { continue }
        return Membership(thing, key, self)
      }
      let new = made ?? make()
      made = new
      let isFirst = entries.withLock { entries in
        let isUnchanged = (entries[key] ?? []).elementsEqual(known) { $0.thing === $1.thing }
        if isUnchanged { entries[key, default: []].append(Entry(thing: new)) }
        return isUnchanged
      }
      if isFirst { return Membership(new, key, self) }
    }
  }

  /// The number of members of each thing that is found by a key.
  func members(of key: SharingKey) -> [Int] {
    entries.withLock { ($0[key] ?? []).map(\.members) }
  }

  fileprivate func leave(_ thing: some Shareable, _ key: SharingKey) {
    guard add(-1, to: thing, key) == 0 else { return }
    thing.end()
  }

  /// Changes the number of members of a thing, which no longer exists without any.
  ///
  /// - Returns: The number; `nil` if the thing didn't exist.
  fileprivate func add(_ members: Int, to thing: some Shareable, _ key: SharingKey) -> Int? {
    let (count, last) = entries.withLock { entries -> (Int?, Entry?) in
      guard let index = entries[key]?.firstIndex(where: { $0.thing === thing }) else {
        return (nil, nil)
      }
      entries[key]?[index].members += members
      guard entries[key]?[index].members == 0 else { return (entries[key]?[index].members, nil) }
      let last = entries[key]?.remove(at: index)
      if entries[key]?.isEmpty == true { entries[key] = nil }
      return (0, last)
    }
    return withExtendedLifetime(last) { count }
  }
}

/// A membership of those who share a thing, which ends with the last reference to this.
final class Membership<Thing: Shareable>: Sendable {
  let thing: Thing
  private let key: SharingKey
  private let sharing: StoreSharing

  fileprivate init(_ thing: Thing, _ key: SharingKey, _ sharing: StoreSharing) {
    (self.thing, self.key, self.sharing) = (thing, key, sharing)
  }

  deinit { sharing.leave(thing, key) }

  /// Whether there are other members.
  var hasOthers: Bool { sharing.add(0, to: thing, key) ?? 0 > 1 }
}
