/// Something that is measured: one or several cases that come from the same work.
struct Benchmark: Sendable {
  /// The sizes it is measured at.
  enum Sizes: Sendable {
    /// Those that are asked for, from some number of rows on.
    case any(from: Int)
    /// The largest of those that are asked for, up to some number of rows.
    case largest(upTo: Int)
    /// Its own.
    case only(Int)
  }

  let name: String
  /// The names of the cases it reports.
  let cases: [String]
  let sizes: Sizes
  /// Whether it takes a server, which `DATABASE_URL` names; without one it is left out unless it is asked for.
  let needsServer: Bool
  /// Measures at a number of rows.
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

  /// Returns those of the sizes that were asked for at which it can be measured.
  func sizes(among requested: [Int]) -> [Int] {
    switch sizes {
    case .any(let least): requested.filter { $0 >= least }
    case .largest(let most): [min(most, requested.max() ?? most)]
    case .only(let rows): [rows]
    }
  }

  /// Everything there is, in the order of the report.
  static let all: [Benchmark] = [
    .open, .openCovering, .openNoIndex, .changeOne, .refetchAndDiff, .changeMany, .readKeys,
    .bytesPerRow,
    .controllers, .sameTable, .coalescing, .writing, .cacheHit, .cacheKeeping, .serverChange,
    .serverWriting,
  ]

  /// Finds the benchmark that has a case, or that has itself the name.
  static func named(_ name: String) -> Benchmark? {
    all.first { $0.name == name || $0.cases.contains(name) }
  }
}
