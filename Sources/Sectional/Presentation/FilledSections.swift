/// The sections of a list that have rows in its slice, as they are shown: some of them as one.
struct FilledSections: Sendable {
  /// Sections that are shown as one, and their place among those that are shown.
  private struct Run: Sendable {
    /// The sections, counted from the first one that has rows in the slice.
    let sections: Range<Int>
    let place: Int
    let merged: MergedSections
  }

  private let base: RowSnapshot
  private let slice: Range<Int>
  /// The sections of the base.
  private let sections: Range<Int>
  private var runs: [Run] = []
  /// The number of sections that are shown.
  let count: Int

  /// Finds the sections.
  ///
  /// - Parameters:
  ///   - base: The list as it was read.
  ///   - slice: The base ranks of the rows in the slice.
  ///   - merged: Which sections are shown as one.
  init(of base: RowSnapshot, in slice: Range<Int>, _ merged: MergedRanges) {
    (self.base, self.slice) = (base, slice)
    let sections = base.sections(of: slice)
    self.sections = sections
    var hidden = 0
    let found = merged.sections(of: sections.count) { base.sectionBytes(sections.lowerBound + $0) }
    for (range, merged) in found {
      runs.append(Run(sections: range, place: range.lowerBound - hidden, merged: merged))
      hidden += range.count - 1
    }
    count = sections.count - hidden
  }

  /// Returns the key of the section at a place.
  func key(_ place: Int) -> StoredValue {
    run(at: place)?.merged.key ?? base.sectionKey(section(at: place))
  }

  /// Returns what makes the section at a place the same one in another list.
  func identity(_ place: Int) -> SectionIdentity {
    run(at: place).map { .merged($0.merged.key) } ?? .own(bytes(place))
  }

  /// Returns the bytes by which the section at a place is ordered; of sections that are shown as one, those of the first.
  func bytes(_ place: Int) -> [UInt8] { base.sectionBytes(section(at: place)) }

  /// Returns the base ranks of the rows in the slice of the section at a place.
  func ranks(_ place: Int) -> Range<Int> {
    guard let run = run(at: place) else {
      return base.ranks(ofSection: section(at: place)).clamped(to: slice)
    }
    let first = base.ranks(ofSection: sections.lowerBound + run.sections.lowerBound)
    let last = base.ranks(ofSection: sections.lowerBound + run.sections.upperBound - 1)
    return (first.lowerBound..<last.upperBound).clamped(to: slice)
  }

  /// Returns the place of the section of a row, and the base ranks of that section's rows in the slice.
  func section(ofRank rank: Int) -> (place: Int, ranks: Range<Int>) {
    let (section, all) = base.section(ofRank: rank)
    let number = section - sections.lowerBound
    let next = partitionPoint(runs.count) { runs[$0].sections.lowerBound <= number }
    guard next > 0 else { return (number, all.clamped(to: slice)) }
    let run = runs[next - 1]
    guard !run.sections.contains(number) else { return (run.place, ranks(run.place)) }
    return (number - run.sections.upperBound + run.place + 1, all.clamped(to: slice))
  }

  /// Returns whether the section at a place is several ones that are shown as one.
  private func run(at place: Int) -> Run? {
    guard !runs.isEmpty else { return nil }
    let next = partitionPoint(runs.count) { runs[$0].place <= place }
    return next > 0 && runs[next - 1].place == place ? runs[next - 1] : nil
  }

  /// Returns the first section of the base that is shown at a place.
  private func section(at place: Int) -> Int {
    let next = partitionPoint(runs.count) { runs[$0].place <= place }
    guard next > 0 else { return sections.lowerBound + place }
    let run = runs[next - 1]
    let number =
      run.place == place
      ? run.sections.lowerBound : run.sections.upperBound + place - run.place - 1
    return sections.lowerBound + number
  }
}

/// What makes a section the same one in two lists.
enum SectionIdentity: Sendable, Hashable {
  /// The bytes by which it is ordered; none if rows aren't grouped.
  case own([UInt8])
  /// The key of sections that are shown as one.
  case merged(StoredValue)
}
