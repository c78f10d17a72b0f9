extension ResultsPipeline {
  /// Looks at the store together with other lists.
  ///
  /// - Returns: The delivery, or `nil` if the list has to look for itself.
  /// - Throws: ``StoreError`` if the task is cancelled or a column is missing.
  func lookTogether() async throws -> ResultsDelivery? {
    guard let membership, membership.hasOthers, !tasks.listened.isSourceNew else { return nil }
    turnRequest()
    guard let held = delivered.rows, isOnCurrentDay, membership.thing.isFor(request) else {
      return nil
    }
    let (look, cause) = (beginLook(), inbox.cause)
    // All contents are in memory.
    _ = inbox.takeWanted()
    reading.problem = nil
    let found: SharedLook<Store.Version, Source.Cursor>
    do { found = try await membership.thing.look(from: held.place, after: cause) } catch {
      // What went wrong may concern another list alone.
      if Task.isCancelled { throw error }
      return nil
    }
    reading.diagnostics.versionChecks += 1
    reading.diagnostics.delayReason = access.source.delay
    var next = held
    next.place = found.place
    switch found.finding {
    case .unknown: return nil
    case .unchanged: return deliver(next, ListChanges(), nil, by: look)
    case .change(let change):
      guard let (list, changes) = try await change.applied(to: held.list, by: reading) else {
        return nil
      }
      next.list = list
      return deliver(next, changes, change.answer.tag, by: look)
    }
  }

  /// Joins the lists that differ only in which rows they show, if there can be any.
  ///
  /// - Parameter isFollowed: Whether the look that has ended could tell which rows changed, so that the next one probably can.
  func joinOthers(if isFollowed: Bool) {
    guard isFollowed, let sharing = access.sharing, options.tracksChanges, cache == nil,
      reading.alongside == nil, request.canBeShared, let held = delivered.rows,
      held.snapshot.layout.dependence == .row, held.place.cursor != nil
    else {
      membership = nil
      return
    }
    guard membership?.thing.isFor(request) != true else { return }
    membership = sharing.join(.looks(request.rows.source)) {
      $0.isFor(request)
    } orMake: {
      LookGroup(request, over: access.store, access.source, counting: sharing.looks)
    }
  }
}

extension RowRequest {
  /// Whether the rows that changed in its table are all that is needed to bring its list up to date, and other requests may read
  /// the same of them.
  fileprivate var canBeShared: Bool {
    guard case .table = rows.source, rows.storePredicate == nil, !rows.isOutlineOnly,
      extent.canShareLooks, !order.isInStoreOrder
    else { return false }
    // Functions of equal names may compute different sections.
    if case .contents? = order.section?.derivation?.input { return false }
    return true
  }
}
