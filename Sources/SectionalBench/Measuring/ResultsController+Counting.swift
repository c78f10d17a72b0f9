import Observation
import Sectional

extension ResultsController {
  /// Waits until a list with a window has counted all rows.
  ///
  /// The last look can find no further rows, which is no change that a delegate would be told about.
  ///
  /// - Parameter rows: The number of rows that there are.
  /// - Throws: `StoreError` if the store can't be read, and ``BenchmarkError`` if the list counted another number.
  @ListOwner func finishCounting(expecting rows: Int) async throws {
    while let counting = results.counting, !counting.isComplete {
      if let error = status.error { throw error }
      await nextResults()
    }
    try checkCounts(expecting: rows)
  }

  /// Throws if the rows aren't counted exactly.
  @ListOwner func checkCounts(expecting rows: Int) throws {
    guard let counting = results.counting, counting.isComplete, counting.doubt == nil,
      counting.counted == rows
    else {
      let reason = results.counting?.doubt ?? diagnostics.fullFetchReason ?? "no reason is known"
      throw BenchmarkError(
        "the list counted \(results.numberOfObjects) rows instead of \(rows): \(reason)")
    }
  }

  /// Waits until the results or the status are about to be replaced.
  @ListOwner private func nextResults() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      withObservationTracking {
        _ = results
        _ = status
      } onChange: {
        continuation.resume()
      }
    }
  }
}
