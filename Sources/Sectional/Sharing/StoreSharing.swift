/// A store whose lists look at it together if they differ only in which rows of a table they show.
package protocol SharingStore: ResultsStore {
  /// The groups of its lists.
  var sharing: StoreSharing { get }
}

/// The groups of lists that look at a store together.
///
/// A group exists as long as it has members; it retains the store, so the store may own this.
package final class StoreSharing: Sendable {
  private struct Entry: Sendable {
    let group: any AnyObject & Sendable
    var members = 1
  }

  // State: guarded by its lock. Groups are created, compared and released outside of it.
  private let entries = Locked([RowSource: [Entry]]())

  /// Creates the groups of a store without lists.
  package init() {}

  /// Joins the group of a request; the first list that does creates it.
  func join<Store: ResultsStore, Source: ChangeSource<Store>>(
    _ request: RowRequest, over store: Store, _ source: Source
  ) -> GroupMembership<Store, Source> {
    let table = request.rows.source
    let known = entries.withLock { $0[table] ?? [] }
    for entry in known {
      guard let group = entry.group as? LookGroup<Store, Source>, group.isFor(request),
        add(1, to: group, of: table) != nil
      else { continue }
      return GroupMembership(group, in: self)
    }
    let new = LookGroup(request, over: store, source)
    entries.withLock { $0[table, default: []].append(Entry(group: new)) }
    return GroupMembership(new, in: self)
  }

  fileprivate func leave(_ group: some AnyObject, of table: RowSource) {
    guard add(-1, to: group, of: table) == 0 else { return }
    let last = entries.withLock { entries -> Entry? in
      guard let index = entries[table]?.firstIndex(where: { $0.group === group }),
        entries[table]?[index].members == 0
      else { return nil }
      let last = entries[table]?.remove(at: index)
      if entries[table]?.isEmpty == true { entries[table] = nil }
      return last
    }
    withExtendedLifetime(last) {}
  }

  /// Changes the number of a group's members.
  ///
  /// - Returns: The number; `nil` if the group no longer exists.
  fileprivate func add(_ members: Int, to group: some AnyObject, of table: RowSource) -> Int? {
    entries.withLock { entries in
      guard let index = entries[table]?.firstIndex(where: { $0.group === group }) else {
        return nil
      }
      entries[table]?[index].members += members
      return entries[table]?[index].members
    }
  }
}

/// A list's membership of a group, which it leaves with the last reference to this.
final class GroupMembership<Store: ResultsStore, Source: ChangeSource<Store>>: Sendable {
  let group: LookGroup<Store, Source>
  private let sharing: StoreSharing

  fileprivate init(_ group: LookGroup<Store, Source>, in sharing: StoreSharing) {
    (self.group, self.sharing) = (group, sharing)
  }

  deinit { sharing.leave(group, of: group.request.rows.source) }

  /// Whether the group has other members.
  var hasOthers: Bool { sharing.add(0, to: group, of: group.request.rows.source) ?? 0 > 1 }
}
