extension ResultsController {
  /// Calls functions for each change of the list, in addition to its delegates and after them.
  ///
  /// They replace those of an earlier call. The list retains them, so they should capture their owner weakly.
  ///
  /// - Parameters:
  ///   - willChange: Called when the results are about to change.
  ///   - onChange: Called for each changed row, with the record, or for a delete the record as it was; with the same changes
  ///     in the same order as ``ResultsControllerDelegate``.
  ///   - didChange: Called after that, with the whole change set.
  public func trackChanges(
    willChange: ((ResultsController<Record>) -> Void)? = nil,
    onChange: ((ResultsController<Record>, Record, ResultsChange) -> Void)? = nil,
    didChange: ((ResultsController<Record>, ResultsChangeset<Record>) -> Void)? = nil
  ) {
    trackers.willChange = willChange
    trackers.onChange = onChange
    trackers.didChange = didChange
  }

  /// Calls a function each time that the store can't be read; the list keeps its results and tries again.
  ///
  /// - Parameter onError: The function, which replaces that of an earlier call; `nil` for none.
  public func trackErrors(_ onError: ((ResultsController<Record>, StoreError) -> Void)?) {
    trackers.onError = onError
  }
}

/// The functions that a list calls for its changes.
struct ChangeTrackers<Record: Sendable> {
  var willChange: ((ResultsController<Record>) -> Void)?
  var onChange: ((ResultsController<Record>, Record, ResultsChange) -> Void)?
  var didChange: ((ResultsController<Record>, ResultsChangeset<Record>) -> Void)?
  var onError: ((ResultsController<Record>, StoreError) -> Void)?

  /// Tells of a changeset, row by row.
  func tell(_ changeset: ResultsChangeset<Record>, of controller: ResultsController<Record>) {
    if let onChange {
      for change in changeset.rowChanges.applicable {
        if let object = changeset.object(of: change) { onChange(controller, object, change) }
      }
    }
    didChange?(controller, changeset)
  }
}
