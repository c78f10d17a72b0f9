/// The sections of a list that have rows in its slice, before a display shows some of them as one: with relative days, those that
/// the list's days are shown as.
struct SliceSections: Sendable {
  private let base: RowSnapshot
  private let slice: Range<Int>
  /// The sections of the base.
  private let sections: Range<Int>
  /// The first section of the base that is shown as each, and the end; `nil` if each is shown by itself.
  private let starts: [Int]?
  /// The number of sections.
  let count: Int

  /// Finds the sections.
  ///
  /// - Parameters:
  ///   - base: The list as it was read.
  ///   - slice: The base ranks of the rows in the slice.
  ///   - former: The sections of a list with mostly the same sections, which are looked at first.
  /// - Complexity: O(log *n*); O(*s* log *n*) if days are shown as one, where *s* is the number of sections that are shown.
  init(of base: RowSnapshot, in slice: Range<Int>, near former: SliceSections? = nil) {
    (self.base, self.slice) = (base, slice)
    sections = base.sections(of: slice)
    starts = base.shownStarts(of: sections, near: former?.starts ?? [])
    count = starts.map { $0.count - 1 } ?? sections.count
  }

  /// Returns the key of a section.
  func key(_ place: Int) -> StoredValue {
    let key = base.sectionKey(baseSections(place).lowerBound)
    return base.section?.derivation?.shownKey?(key) ?? key
  }

  /// Returns the bytes by which a section is ordered.
  func bytes(_ place: Int) -> [UInt8] {
    base.shownBytes(baseSections(place).lowerBound)
  }

  /// Returns the base ranks of a section's rows in the slice.
  func ranks(_ place: Int) -> Range<Int> {
    let own = baseSections(place)
    let first = base.ranks(ofSection: own.lowerBound)
    guard own.count > 1 else { return first.clamped(to: slice) }
    let last = base.ranks(ofSection: own.upperBound - 1)
    return (first.lowerBound..<last.upperBound).clamped(to: slice)
  }

  /// Returns the section of a row, and the base ranks of that section's rows in the slice.
  func section(ofRank rank: Int) -> (place: Int, ranks: Range<Int>) {
    let (section, own) = base.section(ofRank: rank)
    guard let starts else { return (section - sections.lowerBound, own.clamped(to: slice)) }
    let place = partitionPoint(starts.count) { starts[$0] <= section } - 1
    return (place, ranks(place))
  }

  /// Returns the sections of the base that are shown as one.
  private func baseSections(_ place: Int) -> Range<Int> {
    guard let starts else {
      return sections.lowerBound + place..<sections.lowerBound + place + 1
    }
    return starts[place]..<starts[place + 1]
  }
}

extension RowSnapshot {
  /// Returns the bytes by which a section with rows is ordered where it is shown.
  fileprivate func shownBytes(_ section: Int) -> [UInt8] {
    guard let shownKey = self.section?.derivation?.shownKey else { return sectionBytes(section) }
    return ordering.sectionBytes(of: PackedRow([shownKey(sectionKey(section))]))
  }

  /// Returns the first one of each run of sections that are shown as one, and the end; `nil` if each is shown by itself.
  ///
  /// - Parameters:
  ///   - sections: The sections.
  ///   - former: What was returned of another list, which most of them are near.
  /// - Returns: The sections.
  fileprivate func shownStarts(of sections: Range<Int>, near former: [Int]) -> [Int]? {
    guard let shownKey = section?.derivation?.shownKey else { return nil }
    var (starts, shift) = ([sections.lowerBound], 0)
    while let start = starts.last, start < sections.upperBound {
      let key = shownKey(sectionKey(start))
      let isEnd = { $0 == sections.upperBound || shownKey(sectionKey($0)) != key }
      let guess = former.indices.contains(starts.count) ? former[starts.count] + shift : start
      if guess > start, guess <= sections.upperBound, isEnd(guess), !isEnd(guess - 1) {
        starts.append(guess)
      } else {
        let next = start + firstIndex(sections.upperBound - start) { isEnd(start + $0) }
        shift += next - guess
        starts.append(next)
      }
    }
    return starts
  }
}

/// Returns the first index at which a condition is true, which then stays true, or the number of indexes; near the start it's found
/// in few steps.
private func firstIndex(_ count: Int, where isReached: (Int) -> Bool) -> Int {
  var (low, step) = (0, 1)
  while low + step < count, !isReached(low + step) {
    low += step
    step *= 2
  }
  let room = min(step, count - low)
  return low + partitionPoint(room) { !isReached(low + $0) }
}
