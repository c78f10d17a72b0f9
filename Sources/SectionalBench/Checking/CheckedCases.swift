/// The cases whose counts are the same in every run, at the sizes at which they are checked.
enum CheckedCases {
  private static let all: [(benchmark: Benchmark, sizes: [Int])] = [
    (.open, [1000, 100_000]), (.openCovering, [1000, 100_000]), (.openNoIndex, [1000, 100_000]),
    (.changeOne, [1000, 100_000]), (.changeMany, [100_000]),
    // In a short list, a few bytes more or less per row are due to the heap itself.
    (.bytesPerRow, [100_000]), (.sectionDisplays, [10_000]), (.joins, [10_000]),
    (.controllers, [100_000]), (.subscribers, [10_000]),
    (.cacheHit, [1000, 100_000]),
    (.limitedLists, [1000, 100_000]), (.chat, [1000, 100_000]), (.batchedLists, [10_000]),
    (.windowPass, [10_000]), (.windowJump, [10_000]), (.windowChange, [10_000]),
    // On the server that `DATABASE_URL` names.
    (.serverChange, [100_000]), (.serverJoins, [10_000]),
  ]

  /// Measures all of them.
  @ListOwner static func measure(_ session: Session) async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for (benchmark, sizes) in all {
      for rows in sizes {
        measurements += try await session.measurements(of: benchmark, rows: rows)
      }
    }
    return measurements
  }
}
