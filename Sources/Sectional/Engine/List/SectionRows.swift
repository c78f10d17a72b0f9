/// How many rows each section has, by its key: kept where sections stand as sorted, and empty elsewhere.
///
/// There, more runs of rows than sections mean that a section is torn apart.
struct SectionRows: Sendable {
  private var entries = HashBuckets<SectionEntry>()
  private let isKept: Bool

  var sectionCount: Int { entries.count }

  /// Counts the rows of some blocks.
  init(_ blocks: [RowBlock], _ grouping: RowGrouping) {
    isKept = grouping == .asSorted
    guard isKept else { return }
    for block in blocks {
      for (index, run) in block.runs.enumerated() {
        add(run.section, count: block.positions(ofRun: index).count)
      }
    }
  }

  /// Counts rows that come to a section, or leave it where the number is below zero.
  mutating func add(_ section: [UInt8], count: Int) {
    guard isKept else { return }
    let hash = IdentityHash.hash(section)
    let sum = count + (entries[hash].first { $0.section == section }?.count ?? 0)
    entries.remove(hash) { $0.section == section }
    if sum > 0 { entries.insert(SectionEntry(hash: hash, section: section, count: sum)) }
  }
}

/// How many rows a section has.
private struct SectionEntry: HashedEntry {
  let hash: UInt32
  let section: [UInt8]
  var count: Int
}
