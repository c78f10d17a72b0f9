extension Benchmark {
  private static let forms = ["loop", "sorted", "json", "scan"]

  /// The ways to read some rows of a large table; these measurements determine which one a list chooses.
  static let readKeys = Benchmark(
    "read-keys", cases: forms.map { "read-keys-\($0)" }, sizes: .largest(upTo: 1_000_000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .none)
    let reading = try KeyReading(path: path, rows: rows)
    var measurements: [[Measurement]] = []
    for count in [1, 10, 100, 1000, 10_000, 100_000] where count <= rows {
      let plan = session.rounds(RoundPlan(least: 3, most: 21, limit: .seconds(2)))
      let samples = try await reading.measure(count, plan)
      measurements.append(
        zip(forms, samples).map { form, sample in
          var measurement = Measurement("read-keys-\(form)", rows: count, sample)
          if form != "loop" { measurement.compare(with: "read-keys-loop", samples[0].median) }
          return measurement
        })
    }
    return measurements.flatMap(\.self)
  }
}

/// The four ways, in C.
@ListOwner private struct KeyReading {
  private static let one = "\(Item.query) WHERE id = ?"
  private static let among = "\(Item.query) WHERE id IN (SELECT value FROM json_each(?))"
  private static let all = "\(Item.query) ORDER BY id"

  private let rows: Int
  // Separate connections, because what a connection reads stays in its cache.
  private let inOrder: Baseline
  private let sorted: Baseline
  private let json: Baseline
  private let scan: Baseline

  init(path: String, rows: Int) throws {
    self.rows = rows
    inOrder = try Baseline(path: path)
    sorted = try Baseline(path: path)
    json = try Baseline(path: path)
    scan = try Baseline(path: path)
  }

  /// Returns the times of each way; each time reads different rows, so that none are in a warm cache.
  func measure(_ count: Int, _ plan: RoundPlan) async throws -> [Sample] {
    let lookups = try await measure([readInOrder, readSorted, readByJSON], count, plan)
    // Separate from the others, because it evicts what they need from the processor's caches.
    return lookups + (try await measure([readByScan], count, plan))
  }

  private func measure(
    _ forms: [([Int64]) throws -> Duration], _ count: Int, _ plan: RoundPlan
  ) async throws -> [Sample] {
    var generator = Generator(seed: UInt64(count))
    var samples = [Sample](repeating: Sample(), count: forms.count)
    var warmUp = plan
    (warmUp.least, warmUp.most) = (plan.least + 1, plan.most + 1)
    try await warmUp.run { round in
      for (form, read) in forms.enumerated() {
        let duration = try read(generator.distinct(count, upTo: rows))
        if round > 0 { samples[form].add(duration) }
      }
    }
    return samples
  }

  private func readInOrder(_ identifiers: [Int64]) throws -> Duration {
    try inOrder.readEach(KeyReading.one, identifiers)
  }

  private func readSorted(_ identifiers: [Int64]) throws -> Duration {
    let start = ContinuousClock.now
    _ = try sorted.readEach(KeyReading.one, identifiers.sorted())
    return start.duration(to: .now)
  }

  private func readByJSON(_ identifiers: [Int64]) throws -> Duration {
    try json.readJSON(KeyReading.among, identifiers)
  }

  private func readByScan(_ identifiers: [Int64]) throws -> Duration {
    try scan.readAmong(KeyReading.all, identifiers)
  }
}
