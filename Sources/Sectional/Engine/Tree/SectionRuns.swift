/// A run of consecutive rows of one section in a block.
struct SectionRun: Sendable {
  /// The position of its first row.
  let start: Int
  let section: [UInt8]
}

/// The sections of a block's rows; most blocks have only one, which takes no array.
struct SectionRuns: Sendable, RandomAccessCollection {
  private var first: [UInt8]?
  private var later: [SectionRun] = []

  let startIndex = 0
  var endIndex: Int { first == nil ? 0 : 1 + later.count }

  subscript(run: Int) -> SectionRun {
    run == 0 ? SectionRun(start: 0, section: first ?? []) : later[run - 1]
  }

  /// Returns the position at which a run begins.
  func start(of run: Int) -> Int { run == 0 ? 0 : later[run - 1].start }

  /// Returns the index of the run that a row belongs to.
  func run(of position: Int) -> Int {
    later.isEmpty ? 0 : partitionPoint(later.count) { later[$0].start <= position }
  }

  /// Begins a run at some position with the section of its row, unless it is that of the previous row.
  mutating func append(_ section: [UInt8], at position: Int) {
    if first == nil {
      first = section
    } else if (later.last?.section ?? first) != section {
      later.append(SectionRun(start: position, section: section))
    }
  }

  mutating func removeAll() {
    first = nil
    later.removeAll()
  }
}
