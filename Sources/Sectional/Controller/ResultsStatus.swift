/// The relation between a list and its store.
public enum ResultsStatus: Sendable {
  /// Nothing has been fetched yet, or the list was stopped.
  case idle
  /// The first fetch or a new one is in progress.
  case loading
  /// The results matched the store when it was last read.
  case current
  /// The results are the last good ones, because the store could not be read; a list that was fetched keeps trying.
  case stale(StoreError)
  /// The results are the last good ones, because the connection to the store was lost; it is being reestablished.
  case reconnecting(StoreError)

  /// Creates the status of a list whose store could not be read.
  init(after error: StoreError) {
    self =
      [.connectionLost, .unreachable].contains(error.code) ? .reconnecting(error) : .stale(error)
  }

  /// Why the results may not match the store, or `nil` if they do or if nothing has been fetched yet.
  public var error: StoreError? {
    switch self {
    case .stale(let error), .reconnecting(let error): error
    case .idle, .loading, .current: nil
    }
  }
}

extension ResultsStatus {
  /// Returns whether this status says nothing new after another one.
  func repeats(_ other: ResultsStatus) -> Bool {
    switch (self, other) {
    case (.idle, .idle), (.loading, .loading), (.current, .current): true
    case (.stale(let error), .stale(let last)), (.reconnecting(let error), .reconnecting(let last)):
      error.code == last.code && error.message == last.message
    default: false
    }
  }
}
