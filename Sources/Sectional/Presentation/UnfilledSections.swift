/// The declared sections of a list that have no rows, and their places among those that have.
struct UnfilledSections: Sendable {
  private struct Section: Sendable {
    /// Its place among all sections.
    let place: Int
    let key: StoredValue
    let identity: SectionIdentity
  }

  /// The sections in ascending order.
  private var sections: [Section] = []

  /// Finds the declared sections that a list has no rows of.
  ///
  /// - Parameters:
  ///   - section: How the rows are grouped.
  ///   - ordering: Their order.
  ///   - merged: Which sections are shown as one.
  ///   - count: The number of sections with rows.
  ///   - bytes: Returns the bytes by which one of these is ordered.
  /// - Complexity: O(*d* log *s*) calls, where *d* is the number of declared sections and *s* that of sections with rows.
  init(
    _ section: SectionRule?, _ ordering: RowOrdering, _ merged: MergedRanges, count: Int,
    bytes: (Int) -> [UInt8]
  ) {
    guard let declared = section?.declared, !declared.isEmpty, ordering.sectionLeads,
      !ordering.section.isEmpty
    else { return }
    let keys = declared.map { (bytes: ordering.sectionBytes(of: PackedRow([$0])), key: $0) }
      .sorted { ByteOrder.compare($0.bytes, $1.bytes) == .less }
    var last: SectionIdentity?
    for key in keys {
      let part = merged.part(of: key.bytes)
      let identity = part.map { SectionIdentity.merged($0.merged.key) } ?? .own(key.bytes)
      guard identity != last else { continue }
      last = identity
      let place = partitionPoint(count) {
        part?.isReached(by: bytes($0)) == false
          || part == nil && ByteOrder.compare(bytes($0), key.bytes) == .less
      }
      if place < count {
        let isFilled = part.map { !$0.isPassed(by: bytes(place)) } ?? (bytes(place) == key.bytes)
        guard !isFilled else { continue }
      }
      sections.append(
        Section(
          place: place + sections.count, key: part?.merged.key ?? key.key, identity: identity))
    }
  }

  /// The number of sections without rows.
  var count: Int { sections.count }

  /// The places of the sections without rows.
  var places: [Int] { sections.map(\.place) }

  /// Returns the number of sections without rows before a place.
  func count(before place: Int) -> Int {
    sections.isEmpty ? 0 : partitionPoint(sections.count) { sections[$0].place < place }
  }

  /// Returns the number of a section among those with rows, or `nil` if it has none.
  func filled(_ place: Int) -> Int? {
    let before = count(before: place)
    guard before == sections.count || sections[before].place != place else { return nil }
    return place - before
  }

  /// Returns the key of a section without rows.
  func key(of place: Int) -> StoredValue { sections[count(before: place)].key }

  /// Returns what makes a section without rows the same one in another list.
  func identity(of place: Int) -> SectionIdentity { sections[count(before: place)].identity }

  /// Returns the place among all sections of one that has rows.
  func shown(_ filled: Int) -> Int {
    sections.isEmpty
      ? filled : filled + partitionPoint(sections.count) { sections[$0].place - $0 <= filled }
  }
}

extension RowOrdering {
  /// Returns the bytes by which a section is ordered, given its key as the only cell of a row.
  func sectionBytes(of cell: PackedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    for var rule in section {
      rule.column = 0
      ByteKey.append(cell, by: rule, to: &bytes)
    }
    return bytes
  }
}
