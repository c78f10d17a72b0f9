/// Brings an outline up to date, given the names of the rows that changed and their current contents.
///
/// For rows that didn't change, only the beginning of the sort keys is known. If that isn't enough to determine which
/// of two rows comes first, the row that didn't change has to be read.
struct OutlineMerge {
  /// The outcome of a merge.
  enum Result {
    /// The updated outline.
    case merged(Outline)
    /// The result depends on the sort keys of these rows, which didn't change.
    case unsure(Set<RowKey>)
    /// The result can't be determined without reading every row.
    case impossible(reason: String)
  }

  let outline: Outline
  let ordering: RowOrdering
  let grouping: RowGrouping
  private let key: KeyCells
  /// What the rows that changed are called.
  let changed: ChangedRowNames
  /// Those of them that are in the list now, in order.
  let new: [BlockRow]
  /// Rows that were read because all of their sort keys were needed.
  private let known: [RowKey: [UInt8]]

  private var builder: OutlineBuilder
  private var next = 0
  private var begun = BegunSections()
  private var unsure: Set<RowKey> = []
  /// What the merge has found out about the rows that were in the list.
  private(set) var met = MetRows()

  /// Prepares to replace rows.
  ///
  /// - Parameters:
  ///   - outline: The rows before the change.
  ///   - names: The rows that may have changed, by key or rowid.
  ///   - keyIsRowID: Whether the key is an alias of the rowid.
  ///   - rows: Those of the changed rows that are in the list now, in order.
  ///   - known: Unchanged rows that were read again.
  ///   - ordering: The order of the rows.
  ///   - slack: The number of bytes to write after those that distinguish rows, or `nil` to choose it by the size of
  ///     the list.
  ///   - leafRows: The most rows of a leaf.
  init(
    _ outline: Outline, replacing names: Set<RowKey>, keyIsRowID: Bool, with rows: PackedRows,
    knowing known: PackedRows?, _ ordering: RowOrdering, slack: Int? = nil,
    leafRows: Int = Outline.leafRows
  ) {
    self.outline = outline
    self.ordering = ordering
    grouping = RowGrouping(ordering)
    key = KeyCells(ordering.keyColumns)
    new = (rows.ascends ? rows : rows.sorted()).listed
    self.known = Dictionary(
      (known?.listed ?? []).map { ($0.key, Array($0.record.bytes[$0.record.sort])) },
      uniquingKeysWith: { first, _ in first })
    changed = ChangedRowNames(
      names, keyIsRowID: keyIsRowID, new: Set(new.map(\.key)), read: self.known.keys)
    let hasRowIDs = new.first.map { $0.record.rowID != nil } ?? outline.shape.hasRowIDs
    builder = OutlineBuilder(
      Outline.Shape(ordering, hasRowIDs: hasRowIDs), expecting: outline.count + new.count,
      slack: slack, leafRows: leafRows)
  }

  /// Replaces the rows.
  ///
  /// - Complexity: O(*l* + *s*), where *l* is the number of leaves and *s* that of sections, and the rows of the leaves that had
  ///   one of the rows, may have had one, or get one.
  mutating func merged() -> Result {
    guard outline.count == 0 || outline.shape == Outline.Shape(ordering, hasRowIDs: hasRowIDs)
    else { return .impossible(reason: "the rows are identified differently") }
    guard changed.new.count == new.count else {
      return .impossible(reason: "two rows have the same key")
    }
    let places = leaves(of: new)
    guard let touched = touchedLeaves(places) else { return Self.invalid }
    var leaf = 0
    while leaf < outline.leaves.count {
      var end = leaf + 1
      if touched[leaf] {
        while end < outline.leaves.count, touched[end] { end += 1 }
        let limit = places[next...].firstIndex { $0.lowerBound >= end } ?? new.count
        if let problem = merge(leaf..<end, upTo: limit) { return problem }
      } else {
        guard keep(leaf) else { return tornSection }
      }
      leaf = end
    }
    for row in new[next...] { guard append(row) else { return tornSection } }
    guard unsure.isEmpty else { return .unsure(unsure) }
    return builder.outline().map { .merged($0) } ?? .impossible(reason: "the outline is too long")
  }

  private static var invalid: Result { .impossible(reason: "the outline is invalid") }

  /// Merges rows into consecutive leaves.
  ///
  /// - Parameters:
  ///   - leaves: The leaves.
  ///   - limit: How many of the changed rows come before the leaves that follow.
  /// - Returns: Why it isn't possible, or `nil`.
  private mutating func merge(_ leaves: Range<Int>, upTo limit: Int) -> Result? {
    var walk = OutlineWalk(outline, leaves: leaves)
    var section = SectionCursor(outline, ordering)
    while walk.advance() {
      section.move(to: walk.rank - 1)
      let isMentioned = walk.integerKey.map(changed.filter.mayContain) ?? true
      let key = isMentioned ? walk.key() : nil
      if let key, changed.keys.contains(key) {
        met.changed.insert(key)
        continue
      }
      if let rowID = walk.rowID, changed.rowIDs.contains(rowID) {
        met.changed.insert(RowKey(rowID: rowID))
        continue
      }
      guard key.map(changed.new.contains) != true else {
        return .impossible(reason: "a row has taken over another row's key")
      }
      while next < limit, stands(new[next], before: &walk, in: section.bytes) {
        guard append(new[next]) else { return tornSection }
        next += 1
      }
      guard begin(section.bytes, { section.cell }) else { return tornSection }
      let identity = key ?? walk.key()
      let whole = known[identity]
      let cells = walk.keyCells
      builder.append(
        OutlineBuilder.Row(
          order: whole?[...] ?? walk.order[...], isCut: whole == nil && walk.isCut,
          identity: identity.bytes[...], rowID: walk.rowID)
      ) { $0 += cells }
      met.reach = builder.rowCount
    }
    guard walk.rank == outline.ranks(ofLeaf: leaves.upperBound - 1).upperBound else {
      return Self.invalid
    }
    while next < limit {
      guard append(new[next]) else { return tornSection }
      next += 1
    }
    return nil
  }

  /// Keeps a leaf as it is.
  ///
  /// - Returns: Whether its sections follow those before.
  private mutating func keep(_ leaf: Int) -> Bool {
    let ranks = outline.ranks(ofLeaf: leaf)
    var section = SectionCursor(outline, ordering)
    var rank = ranks.lowerBound
    while rank < ranks.upperBound {
      section.move(to: rank)
      guard begin(section.bytes, { section.cell }, after: rank - ranks.lowerBound) else {
        return false
      }
      rank = section.end
    }
    builder.append(outline.leaves[leaf])
    met.reach = builder.rowCount
    return true
  }

  /// The result for a section that isn't contiguous; the cause may be a row that was put in the wrong position
  /// because its order was unsure.
  private var tornSection: Result {
    unsure.isEmpty ? .impossible(reason: "a section isn't contiguous") : .unsure(unsure)
  }

  private var hasRowIDs: Bool {
    new.first.map { $0.record.rowID != nil } ?? outline.shape.hasRowIDs
  }

  /// Returns whether a changed row precedes an unchanged one.
  private mutating func stands(
    _ row: BlockRow, before walk: inout OutlineWalk, in section: [UInt8]
  ) -> Bool {
    if grouping == .byKey {
      let order = ByteOrder.compare(row.section, section)
      if order != .equal { return order == .less }
    }
    // Mostly, the first bytes decide.
    let record = row.record
    let shared = min(walk.order.count, record.sort.count)
    let first = ByteOrder.compare(
      record.bytes, record.sort.prefix(shared), walk.order, 0..<shared)
    if first != .equal { return first == .less }
    let key = walk.key()
    let isCut = known[key] == nil && walk.isCut
    let sort = known[key] ?? walk.order
    // If a key is incomplete, its columns are part of the sort keys, so sort keys and key are compared as one.
    let old = isCut ? sort : sort + key.bytes
    let own = record.sort.lowerBound..<record.identity.upperBound
    let order = ByteOrder.compare(
      record.bytes, isCut ? own.prefix(old.count) : own, old, old.indices)
    if isCut, order == .equal { unsure.insert(walk.rowID.map(RowKey.init(rowID:)) ?? key) }
    return order == .less
  }

  private mutating func append(_ row: BlockRow) -> Bool {
    let (ordering, key) = (ordering, key)
    guard begin(row.section, { row.sectionCell(ordering) }) else { return false }
    let record = row.record
    builder.append(OutlineBuilder.Row(record)) {
      key.append(of: record.bytes, in: record.contents, to: &$0)
    }
    return true
  }

  /// Begins a section, unless it is the current one; returns `false` if the section already ended before.
  private mutating func begin(
    _ bytes: [UInt8], _ cell: () -> PackedRow, after rows: Int = 0
  ) -> Bool {
    guard grouping != .none, begun.last != bytes else { return true }
    builder.beginSection(cell(), after: rows)
    return begun.begin(bytes, isInOrder: grouping == .byKey)
  }
}

extension PackedRows {
  /// The rows of the sealed blocks, in the order they arrived.
  fileprivate var listed: [BlockRow] { positions.map { BlockRow(blocks[$0.block], $0.position) } }
}
