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
    listeners.trackers.willChange = willChange
    listeners.trackers.onChange = onChange
    listeners.trackers.didChange = didChange
  }

  /// Calls a function when the store can't be read; the list keeps its results, and tries again if it follows the store.
  ///
  /// The same error is reported once, until the list is read again or another error occurs. What a fetch throws is reported only
  /// if the list doesn't follow the store already.
  ///
  /// - Parameter onError: The function, which replaces that of an earlier call; `nil` for none.
  public func trackErrors(_ onError: ((ResultsController<Record>, StoreError) -> Void)?) {
    listeners.trackers.onError = onError
  }

  /// Makes an object of the rows of the list, or of one section, for a view to observe on their own.
  ///
  /// The controller doesn't retain it.
  ///
  /// - Parameters:
  ///   - section: The key of the section, or `nil` for the whole list. The section may come and go.
  ///   - columns: The names of the columns whose changes matter, or `nil` for all; other columns of the rows can be out of
  ///     date. A row that comes, goes or moves always matters.
  /// - Returns: The rows.
  public func observedRows(
    ofSection section: StoredValue? = nil, columns: [String]? = nil
  ) -> ObservedRows<Record> {
    // A view that makes the object must not be redrawn with the whole list.
    let observed = ObservedRows(
      untrackedResults, ofSection: section, columns: columns.map { Set($0.map(Names.folded)) })
    listeners.add(observed)
    return observed
  }

  /// Makes an object of the rows of the list, or of one section, for a view that shows only some properties.
  ///
  /// The controller doesn't retain it. Other properties of its rows can be out of date.
  ///
  /// - Parameters:
  ///   - section: The key of the section, or `nil` for the whole list. The section may come and go.
  ///   - properties: The properties whose changes matter. A row that comes, goes or moves always matters.
  /// - Returns: The rows.
  public func observedRows(
    ofSection section: StoredValue? = nil, properties: [PartialKeyPath<Record>]
  ) -> ObservedRows<Record> where Record: StoredRecord {
    observedRows(
      ofSection: section, columns: properties.compactMap { Record.table.columnName(of: $0) })
  }

  /// The list as a separate sequence that fetches for itself and doesn't depend on the controller.
  public var updates: ResultsUpdates<Record> {
    ResultsUpdates(source, query, results.indexTitle, minimumInterval)
  }
}
