/// Which sections of a list's order are shown as one.
struct MergedRanges: Sendable {
  /// A part of the order.
  struct Part: Sendable {
    let merged: MergedSections
    fileprivate var lower: Bound
    fileprivate let upper: Bound

    /// Returns whether a section isn't before the part.
    func isReached(by bytes: [UInt8]) -> Bool {
      guard let limit = lower.bytes else { return true }
      let order = ByteOrder.compare(limit, bytes)
      return order == .less || lower.isIncluded && order == .equal
    }

    /// Returns whether a section is after the part.
    func isPassed(by bytes: [UInt8]) -> Bool {
      guard let limit = upper.bytes else { return false }
      let order = ByteOrder.compare(limit, bytes)
      return order == .less || !upper.isIncluded && order == .equal
    }
  }

  /// Where a part begins or ends: at a section, or beside it.
  fileprivate struct Bound: Sendable {
    /// The bytes of the section; `nil` for an end of the list.
    let bytes: [UInt8]?
    let isIncluded: Bool
  }

  /// The parts, in ascending order; none if sections aren't in an order of their own.
  private(set) var parts: [Part] = []
  private var names: [StoredValue: String] = [:]

  init(_ merged: [MergedSections], _ ordering: RowOrdering) {
    guard !merged.isEmpty, ordering.sectionLeads, let rule = ordering.section.first else { return }
    func bound(_ key: StoredValue?, isLower: Bool) -> Bound {
      // The section of nil is at an end of the list, unless its place is listed, and isn't merged with what is next to it.
      let isEnd = key == nil && rule.ranks == nil && rule.placesNullsLast != isLower
      guard let key = isEnd ? .null : key else { return Bound(bytes: nil, isIncluded: true) }
      return Bound(bytes: ordering.sectionBytes(of: PackedRow([key])), isIncluded: !isEnd)
    }
    let all = merged.map {
      Part(
        merged: $0, lower: bound($0.first, isLower: true), upper: bound($0.last, isLower: false))
    }
    for part in MergedRanges.sorted(all) { add(part) }
    names = Dictionary(parts.map { ($0.merged.key, $0.merged.name) }) { first, _ in first }
  }

  /// Returns the name of the sections that are shown as the one with a key; `nil` if it is shown by itself.
  func name(of key: StoredValue) -> String? { names.isEmpty ? nil : names[key] }

  private static func sorted(_ parts: [Part]) -> [Part] {
    parts.enumerated().sorted { one, other in
      let (lower, otherLower) = (one.element.lower, other.element.lower)
      switch ByteOrder.compare(lower.bytes ?? [], otherLower.bytes ?? []) {
      case .less: return true
      case .greater: return false
      case .equal:
        // One that begins with a section is before one that begins behind it.
        return lower.isIncluded == otherLower.isIncluded
          ? one.offset < other.offset : lower.isIncluded
      }
    }.map(\.element)
  }

  /// Adds a part that begins after the others, or what is left of it.
  private mutating func add(_ part: Part) {
    var rest = part
    if let last = parts.last {
      guard let end = last.upper.bytes else { return }
      if part.lower.bytes.map({ !last.isPassed(by: $0) }) ?? true {
        rest.lower = Bound(bytes: end, isIncluded: !last.upper.isIncluded)
      }
    }
    if let end = part.upper.bytes {
      guard rest.isReached(by: end) else { return }
    }
    parts.append(rest)
  }

  /// Returns the part that a section belongs to; `nil` if it is shown by itself.
  func part(of bytes: [UInt8]) -> Part? {
    let next = partitionPoint(parts.count) { parts[$0].isReached(by: bytes) }
    guard next > 0, !parts[next - 1].isPassed(by: bytes) else { return nil }
    return parts[next - 1]
  }

  /// Returns which sections with rows are in each part that has some.
  ///
  /// - Parameters:
  ///   - count: The number of sections with rows.
  ///   - bytes: Returns the bytes by which one of these is ordered.
  /// - Returns: The sections of each part, in ascending order.
  /// - Complexity: O(*m* log *s*) calls, where *m* is the number of parts and *s* that of sections.
  func sections(
    of count: Int, bytes: (Int) -> [UInt8]
  ) -> [(sections: Range<Int>, merged: MergedSections)] {
    parts.compactMap { part in
      let start = partitionPoint(count) { !part.isReached(by: bytes($0)) }
      let end = partitionPoint(count) { !part.isPassed(by: bytes($0)) }
      return start < end ? (start..<end, part.merged) : nil
    }
  }
}
