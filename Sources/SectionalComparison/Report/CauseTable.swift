import Sectional

/// Collects the causes of the differences between two lists, with what they concern.
struct CauseTable: Sendable {
  private struct Name: Hashable, Sendable {
    let kind: DifferenceCause.Kind
    let column: String?
  }

  fileprivate struct Entry: Sendable {
    var cause: DifferenceCause
    /// A bit for each row of the first list, and then of the second.
    var rows: RowBits
    var sections: Set<Int> = []
  }

  private let first: ComparedList
  private let second: ComparedList
  private let says: @Sendable (String) -> [String]
  private var entries: [Name: Entry] = [:]
  private var order: [Name] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - first: The first list.
  ///   - second: The second list.
  ///   - says: Returns what each store says of a column of the first list.
  init(
    _ first: ComparedList, _ second: ComparedList, says: @escaping @Sendable (String) -> [String]
  ) {
    (self.first, self.second, self.says) = (first, second, says)
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Returns whether a cause is in the table.
  func has(_ kind: DifferenceCause.Kind, column: String?) -> Bool {
    entries[Name(kind: kind, column: column)] != nil
  }

  /// The causes, in the order in which they were found.
  var causes: [DifferenceCause] {
    order.compactMap { name in
      guard let entry = entries[name] else { return nil }
      var cause = entry.cause
      (cause.rows, cause.sections) = (entry.rows.count, entry.sections.count)
      return cause
    }
  }

  /// Adds a row to a cause.
  ///
  /// - Parameters:
  ///   - kind: The kind of cause.
  ///   - column: The column.
  ///   - left: The row in the first list, or `nil` if it isn't there.
  ///   - right: The row in the second list, or `nil` if it isn't there.
  ///   - values: Returns the values that show it, which is called for the first row only.
  mutating func add(
    _ kind: DifferenceCause.Kind, column: String?, left: Int?, right: Int?,
    values: () -> DifferingValues?
  ) {
    let name = Name(kind: kind, column: column)
    if entries[name] == nil {
      order.append(name)
      entries[name] = Entry(
        cause: cause(name, values()), rows: RowBits(count: first.rows.count + second.rows.count))
    }
    entries[name]?.note(left, right, first, second)
  }

  /// Adds a cause that concerns a list as a whole.
  mutating func add(
    _ kind: DifferenceCause.Kind, column: String?, rows: Int, sections: Int,
    first values: DifferingValues? = nil
  ) {
    let name = Name(kind: kind, column: column)
    guard entries[name] == nil else { return }
    order.append(name)
    var bits = RowBits(count: 0)
    bits.count = rows
    entries[name] = Entry(
      cause: cause(name, values), rows: bits, sections: Set(0..<sections))
  }

  private func cause(_ name: Name, _ values: DifferingValues?) -> DifferenceCause {
    let list = values?.first == nil ? second : first
    let place = values?.position ?? -1
    return DifferenceCause(
      kind: name.kind, column: name.column, rows: 0, sections: 0, first: values,
      firstKey: list.rows.indices.contains(place) ? list.key(place) : nil,
      says: name.column.map(says) ?? [])
  }

  /// Returns how many rows differ in any of some columns because of some of the causes.
  func rowsWithOtherContents(
    in columns: Set<String>, because isMeant: (DifferenceCause) -> Bool
  ) -> Int {
    var rows = RowBits(count: first.rows.count + second.rows.count)
    for name in order {
      guard let column = name.column, columns.contains(column), let entry = entries[name],
        isMeant(entry.cause), entry.cause.first?.isOrder != true
      else { continue }
      rows.formUnion(entry.rows)
    }
    return rows.count
  }

  /// Returns the indexes of the causes of a row of the first list, or of the second list's rows that the first lacks.
  func causes(left: Int?, right: Int?) -> [Int] {
    order.indices.filter { index in
      guard let rows = entries[order[index]]?.rows else { return false }
      if let left { return rows.contains(left) }
      return right.map { rows.contains(first.rows.count + $0) } ?? false
    }
  }
}

extension CauseTable.Entry {
  fileprivate mutating func note(
    _ left: Int?, _ right: Int?, _ first: ComparedList, _ second: ComparedList
  ) {
    // A row that both lists have is counted once.
    rows.insert(left ?? (right ?? 0) + first.rows.count)
    // Sections that both lists have are counted once if they are the same ones.
    let keys = (left.flatMap(first.section(ofRow:)), right.flatMap(second.section(ofRow:)))
    if let left, keys.0 != nil { sections.insert(Int(first.sectionOfRow[left])) }
    if let right, let key = keys.1, key != keys.0 {
      sections.insert(-1 - Int(second.sectionOfRow[right]))
    }
  }
}

/// A set of rows, of a size that doesn't depend on how many it has.
struct RowBits: Sendable {
  private var words: [UInt64]
  /// The number of rows in the set.
  var count = 0

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ row: Int) {
    let bit = UInt64(1) << UInt64(row % 64)
    guard words[row / 64] & bit == 0 else { return }
    words[row / 64] |= bit
    count += 1
  }

  mutating func formUnion(_ other: RowBits) {
    for index in words.indices where other.words.indices.contains(index) {
      words[index] |= other.words[index]
    }
    count = words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  func contains(_ row: Int) -> Bool {
    words.indices.contains(row / 64) && words[row / 64] & (UInt64(1) << UInt64(row % 64)) != 0
  }
}
