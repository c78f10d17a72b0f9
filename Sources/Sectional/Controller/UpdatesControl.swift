/// Changes what a sequence of updates shows while it is iterated, and how far back it reaches.
///
/// ```swift
/// let control = UpdatesControl()
/// for try await update in controller.updates.controlled(by: control) { … }
/// ```
///
/// What is set or requested arrives as the iteration's next update. A control can be used from any thread, and for several
/// iterations, all of which follow it.
public final class UpdatesControl: Sendable {
  private struct State {
    var display: SectionDisplay
    var pipelines: [WeakPipeline] = []

    /// The pipelines of iterations that aren't over.
    var current: [any ErasedPipeline] { pipelines.compactMap(\.pipeline) }
  }

  // State: guarded by its lock.
  private let state: Locked<State>

  /// Creates a control.
  ///
  /// - Parameter display: Which records of each section are shown at first.
  public init(display: SectionDisplay = .all) { state = Locked(State(display: display)) }

  /// Which records of each section are shown.
  ///
  /// Nothing is read for it from the store but its version. The next update says which rows came and went.
  public var sectionDisplay: SectionDisplay {
    get { state.withLock { $0.display } }
    set {
      let pipelines = state.withLock { state in
        defer { state.display = newValue }
        return state.display == newValue ? [] : state.current
      }
      for pipeline in pipelines { Task { _ = await pipeline.demand(loading: WantedRows()) } }
    }
  }

  /// Adds the records that come before those of a list that begins at its end (``ResultsRequest/fetchLast``); other lists have no
  /// earlier ones.
  ///
  /// The next update inserts them, together with what changed in the store meanwhile. If there are none, it has no change set,
  /// and its list's ``ResultsList/hasEarlierRows`` is `false`.
  ///
  /// - Parameter count: The largest number of records to add.
  public func loadEarlier(_ count: Int) { moveStart(.earlier(count)) }

  /// Drops the first records of a list that begins at its end, so that it doesn't grow forever.
  ///
  /// - Parameter count: The number of records to keep; at least as many stay as the list began with.
  public func trim(to count: Int) { moveStart(.last(count)) }

  private func moveStart(_ wanted: WantedRows) {
    for pipeline in state.withLock({ $0.current }) { pipeline.load(wanted) }
  }

  /// Controls a pipeline as long as it exists.
  func add(_ pipeline: any ErasedPipeline) {
    state.withLock { state in
      state.pipelines.removeAll { $0.pipeline == nil }
      state.pipelines.append(WeakPipeline(pipeline: pipeline))
    }
  }
}

/// A reference to a pipeline that doesn't retain it.
private struct WeakPipeline {
  weak let pipeline: (any ErasedPipeline)?
}
