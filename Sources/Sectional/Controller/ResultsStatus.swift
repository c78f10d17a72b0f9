/// How a list stands to its store.
public enum ResultsStatus: Sendable {
  /// Nothing was fetched yet, or the list was stopped.
  case idle
  /// The first fetch, or a new one, is under way.
  case loading
  /// The results were the store's when it was last asked.
  case current
  /// The results are the last good ones, because the store could not be read; a list that was fetched goes on trying.
  case stale(StoreError)
  /// The results are the last good ones, because the connection to the store was lost and is being made again.
  case reconnecting(StoreError)

  /// Makes the status of a list whose store could not be read.
  init(after error: StoreError) {
    self =
      [.connectionLost, .unreachable].contains(error.code) ? .reconnecting(error) : .stale(error)
  }

  /// Why the results may not be the store's; nothing where they are, or where there are none yet.
  public var error: StoreError? {
    switch self {
    case .stale(let error), .reconnecting(let error): error
    case .idle, .loading, .current: nil
    }
  }
}

extension ResultsStatus {
  /// Tells whether nothing new would be said by this status after another.
  func repeats(_ other: ResultsStatus) -> Bool {
    switch (self, other) {
    case (.idle, .idle), (.loading, .loading), (.current, .current): true
    case (.stale(let error), .stale(let last)), (.reconnecting(let error), .reconnecting(let last)):
      error.code == last.code && error.message == last.message
    default: false
    }
  }
}
