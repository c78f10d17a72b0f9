/// The declared sections of a list that have no rows, and their places among those that have.
struct UnfilledSections: Sendable {
  /// The sections, each with its place among all sections, in ascending order.
  private var sections: [(place: Int, key: StoredValue)] = []

  /// Finds the declared sections that a list has no rows of.
  ///
  /// - Parameters:
  ///   - section: How the rows are grouped.
  ///   - ordering: Their order.
  ///   - count: The number of sections with rows.
  ///   - bytes: Returns the bytes by which one of these is ordered.
  /// - Complexity: O(*d* log *s*) calls, where *d* is the number of declared sections and *s* that of sections with rows.
  init(
    _ section: SectionRule?, _ ordering: RowOrdering, count: Int, bytes: (Int) -> [UInt8]
  ) {
    guard let declared = section?.declared, !declared.isEmpty, ordering.sectionLeads,
      !ordering.section.isEmpty
    else { return }
    let keys = declared.map { (bytes: ordering.sectionBytes(of: PackedRow([$0])), key: $0) }
      .sorted { ByteOrder.compare($0.bytes, $1.bytes) == .less }
    var last: [UInt8]?
    for key in keys where key.bytes != last {
      last = key.bytes
      let place = partitionPoint(count) { ByteOrder.compare(bytes($0), key.bytes) == .less }
      guard place == count || bytes(place) != key.bytes else { continue }
      sections.append((place + sections.count, key.key))
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
      ByteKey.append(cell.cell(at: 0), by: rule, to: &bytes)
    }
    return bytes
  }
}
