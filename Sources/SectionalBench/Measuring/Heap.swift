import SectionalCBaselines
import SectionalCSQLite

/// The memory of this process.
enum Heap {
  /// Returns the number of bytes in use, without SQLite's caches.
  ///
  /// - Throws: ``BenchmarkError`` if the system doesn't provide the number.
  static func bytesInUse() throws(BenchmarkError) -> Int {
    let bytes = baseline_heap_in_use()
    guard bytes >= 0 else {
      throw BenchmarkError("the heap can't be measured here; leave out the cases about bytes")
    }
    return Int(bytes) - Int(sqlite3_memory_used())
  }

  /// Returns the number of bytes in use after everything that was released is gone; lists are released on other threads
  /// than their owner's.
  static func bytesInUseAtRest() async throws -> Int {
    var bytes = try bytesInUse()
    var quietLooks = 0
    while quietLooks < 5 {
      try await Task.sleep(for: .milliseconds(20))
      let now = try bytesInUse()
      // A task that wakes up occasionally changes a few bytes.
      quietLooks = abs(now - bytes) < 4096 ? quietLooks + 1 : 0
      bytes = now
    }
    return bytes
  }
}
