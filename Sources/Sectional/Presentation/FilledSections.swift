/// The sections of a list that have rows in its slice, as they are shown: some of them as one.
struct FilledSections: Sendable {
  /// Sections that are shown as one, and their place among those that are shown.
  private struct Run: Sendable {
    /// The sections, counted from the first one that has rows in the slice.
    let sections: Range<Int>
    let place: Int
    let merged: MergedSections
  }

  private let slice: SliceSections
  private var runs: [Run] = []
  /// The number of sections that are shown.
  let count: Int

  /// Finds the sections.
  ///
  /// - Parameters:
  ///   - slice: The sections that have rows in the slice.
  ///   - merged: Which of them are shown as one.
  init(of slice: SliceSections, _ merged: MergedRanges) {
    self.slice = slice
    var hidden = 0
    for (range, merged) in merged.sections(of: slice.count, bytes: slice.bytes) {
      runs.append(Run(sections: range, place: range.lowerBound - hidden, merged: merged))
      hidden += range.count - 1
    }
    count = slice.count - hidden
  }

  /// Returns the key of the section at a place.
  func key(_ place: Int) -> StoredValue {
    run(at: place)?.merged.key ?? slice.key(section(at: place))
  }

  /// Returns what makes the section at a place the same one in another list.
  func identity(_ place: Int) -> SectionIdentity {
    run(at: place).map { .merged($0.merged.key) } ?? .own(bytes(place))
  }

  /// Returns the bytes by which the section at a place is ordered; of sections that are shown as one, those of the first.
  func bytes(_ place: Int) -> [UInt8] { slice.bytes(section(at: place)) }

  /// Returns the base ranks of the rows in the slice of the section at a place.
  func ranks(_ place: Int) -> Range<Int> {
    guard let run = run(at: place) else { return slice.ranks(section(at: place)) }
    let first = slice.ranks(run.sections.lowerBound)
    let last = slice.ranks(run.sections.upperBound - 1)
    return first.lowerBound..<last.upperBound
  }

  /// Returns the place of the section of a row, and the base ranks of that section's rows in the slice.
  func section(ofRank rank: Int) -> (place: Int, ranks: Range<Int>) {
    let (number, ranks) = slice.section(ofRank: rank)
    let next = partitionPoint(runs.count) { runs[$0].sections.lowerBound <= number }
    guard next > 0 else { return (number, ranks) }
    let run = runs[next - 1]
    guard !run.sections.contains(number) else { return (run.place, self.ranks(run.place)) }
    return (number - run.sections.upperBound + run.place + 1, ranks)
  }

  /// Returns whether the section at a place is several ones that are shown as one.
  private func run(at place: Int) -> Run? {
    guard !runs.isEmpty else { return nil }
    let next = partitionPoint(runs.count) { runs[$0].place <= place }
    return next > 0 && runs[next - 1].place == place ? runs[next - 1] : nil
  }

  /// Returns the first section of the slice that is shown at a place.
  private func section(at place: Int) -> Int {
    let next = partitionPoint(runs.count) { runs[$0].place <= place }
    guard next > 0 else { return place }
    let run = runs[next - 1]
    return run.place == place
      ? run.sections.lowerBound : run.sections.upperBound + place - run.place - 1
  }
}

/// What makes a section the same one in two lists.
enum SectionIdentity: Sendable, Hashable {
  /// The bytes by which it is ordered; none if rows aren't grouped.
  case own([UInt8])
  /// The key of sections that are shown as one.
  case merged(StoredValue)
}
