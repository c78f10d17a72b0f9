import Dispatch

/// Places rows on a queue of its own, while the store reads the next ones.
final class RowPackingQueue: Sendable {
  private struct State {
    var placed: RowPacker
    var error: StoreError?
  }

  /// Batches are placed one after the other.
  private let queue = DispatchQueue(label: "Sectional.RowPackingQueue")
  /// Held while a batch is placed, and to take the result.
  private let state: Locked<State>
  /// How many batches may wait: a store that reads faster than they are placed waits for them.
  private let room = DispatchSemaphore(value: 8)

  /// Goes on behind rows that were placed before.
  init(_ placed: RowPacker) { state = Locked(State(placed: placed)) }

  /// Places a batch of rows some time later, unless one before it had a row that doesn't fit.
  func take(_ batch: RowBatch) {
    room.wait()
    queue.async {
      self.place(batch)
      self.room.signal()
    }
  }

  private func place(_ batch: RowBatch) {
    state.withLock { state in
      guard state.error == nil else { return }
      do throws(StoreError) {
        try batch.place(into: &state.placed)
      } catch {
        state.error = error
      }
    }
  }

  /// Makes sure that all rows placed up to now did fit.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell`.
  func check() throws(StoreError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Waits until all batches are placed, and returns the rows.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit.
  func finish() throws(StoreError) -> RowPacker {
    queue.sync {}
    try check()
    return state.withLock { $0.placed }
  }
}
