/// The number of rows in each section, by section key; kept only if the sort keys alone decide the order, and
/// otherwise empty.
///
/// If the list then has more runs of rows than sections, a section isn't contiguous.
struct SectionRows: Sendable {
  private var entries = HashBuckets<SectionEntry>()
  let isKept: Bool

  var sectionCount: Int { entries.count }

  /// Counts the rows of some blocks.
  ///
  /// In a part of a list, a section may continue after others, outside of the part.
  init(_ blocks: [RowBlock], _ grouping: RowGrouping, isPart: Bool) {
    isKept = grouping == .asSorted && !isPart
    guard isKept else { return }
    for block in blocks {
      for (index, run) in block.runs.enumerated() {
        add(run.section, count: block.positions(ofRun: index).count)
      }
    }
  }

  /// Adds rows to a section's count or, if the number is negative, subtracts them.
  mutating func add(_ section: [UInt8], count: Int) {
    guard isKept else { return }
    let hash = IdentityHash.hash(section)
    let sum = count + (entries[hash].first { $0.section == section }?.count ?? 0)
    entries.remove(hash) { $0.section == section }
    if sum > 0 { entries.insert(SectionEntry(hash: hash, section: section, count: sum)) }
  }
}

/// The number of rows in a section.
private struct SectionEntry: HashedEntry {
  let hash: UInt32
  let section: [UInt8]
  var count: Int
}
