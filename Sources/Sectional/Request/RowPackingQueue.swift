import Dispatch

/// Packs rows on its own queue, while the store reads the next ones.
final class RowPackingQueue: Sendable {
  private struct State {
    var placed: RowPacker
    var error: StoreError?
  }

  /// Batches are packed one after the other.
  private let queue = DispatchQueue(label: "Sectional.RowPackingQueue")
  /// Locked while a batch is packed, and to take the result.
  private let state: Locked<State>
  /// Limits the number of waiting batches: a store that reads faster than they are packed waits here.
  private let room = DispatchSemaphore(value: 8)

  /// Creates a queue that continues after rows that were packed before.
  init(_ placed: RowPacker) { state = Locked(State(placed: placed)) }

  /// Packs a batch of rows later, unless an earlier batch had a row that doesn't fit.
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

  /// Checks that all rows packed so far fit.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if one doesn't, or `invalidMapping` if records are created
  ///   from the rows incorrectly.
  func check() throws(StoreError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Waits until all batches are packed, and returns the rows.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a cell doesn't fit, or `invalidMapping` if records are
  ///   created from the rows incorrectly.
  func finish() throws(StoreError) -> RowPacker {
    queue.sync {}
    try check()
    return state.withLock { $0.placed }
  }
}
