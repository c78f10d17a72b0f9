/// A measurement that yields one or more cases from the same work.
struct Benchmark: Sendable {
  /// The sizes at which a benchmark is measured.
  enum Sizes: Sendable {
    /// The requested sizes, from a minimum number of rows.
    case any(from: Int)
    /// The largest of the requested sizes, up to a maximum number of rows.
    case largest(upTo: Int)
    /// A fixed size.
    case only(Int)
  }

  let name: String
  /// The names of the cases it reports.
  let cases: [String]
  let sizes: Sizes
  /// Whether the benchmark needs a server, which `DATABASE_URL` names; without one, it is omitted unless it was
  /// requested.
  let needsServer: Bool
  /// Measures the benchmark at a number of rows.
  let measure: @ListOwner (Session, Int) async throws -> [Measurement]

  init(
    _ name: String, cases: [String]? = nil, sizes: Sizes = .any(from: 1),
    needsServer: Bool = false,
    measure: @escaping @ListOwner (Session, Int) async throws -> [Measurement]
  ) {
    self.name = name
    self.cases = cases ?? [name]
    self.sizes = sizes
    self.needsServer = needsServer
    self.measure = measure
  }

  /// Returns the requested sizes at which the benchmark can be measured.
  func sizes(among requested: [Int]) -> [Int] {
    switch sizes {
    case .any(let least): requested.filter { $0 >= least }
    case .largest(let most): [min(most, requested.max() ?? most)]
    case .only(let rows): [rows]
    }
  }

  /// All benchmarks, in the order of the report.
  static let all: [Benchmark] = [
    .open, .openCovering, .openNoIndex, .changeOne, .refetchAndDiff, .changeMany, .readKeys,
    .bytesPerRow, .aggregates, .sectionDisplays, .joins, .limitedLists, .chat, .batchedLists,
    .windowPass, .windowJump, .windowChange, .windowReopening,
    .controllers, .sameTable, .subscribers, .coalescing, .writing, .cacheHit, .cacheKeeping,
    .serverChange, .serverJoins,
    .serverWriting, .serverWindow, .searchTyping, .orders,
  ]

  /// Finds a benchmark by its own name or by the name of one of its cases.
  static func named(_ name: String) -> Benchmark? {
    all.first { $0.name == name || $0.cases.contains(name) }
  }
}
