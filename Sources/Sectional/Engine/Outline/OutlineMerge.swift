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

  private let outline: Outline
  private let ordering: RowOrdering
  private let grouping: RowGrouping
  private let key: KeyCells
  /// The names of the rows that changed.
  private let names: Set<RowKey>
  private let rowIDs: Set<Int64>
  /// Those of them that are in the list now, in order.
  private let new: [BlockRow]
  private let newKeys: Set<RowKey>
  /// Rows that were read because all of their sort keys were needed.
  private let known: [RowKey: [UInt8]]
  /// All keys that need a closer look.
  private let filter: IntegerKeyFilter

  private var builder: OutlineBuilder
  private var next = 0
  private var section: [UInt8]?
  private var seen: Set<[UInt8]> = []
  private var unsure: Set<RowKey> = []

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
  init(
    _ outline: Outline, replacing names: Set<RowKey>, keyIsRowID: Bool, with rows: PackedRows,
    knowing known: PackedRows?, _ ordering: RowOrdering, slack: Int? = nil
  ) {
    self.outline = outline
    self.ordering = ordering
    grouping = RowGrouping(ordering)
    key = KeyCells(ordering.keyColumns)
    rowIDs = Set(names.compactMap(\.rowID))
    let aliases = keyIsRowID ? names.filter { $0.rowID != nil } : []
    self.names = names.union(aliases.map { RowKey(bytes: $0.rowIDAsKey) })
    new = (rows.ascends ? rows : rows.sorted()).listed
    newKeys = Set(new.map(\.key))
    self.known = Dictionary(
      (known?.listed ?? []).map { ($0.key, Array($0.record.bytes[$0.record.sort])) },
      uniquingKeysWith: { first, _ in first })
    filter = IntegerKeyFilter(self.names.union(newKeys).union(self.known.keys))
    let hasRowIDs = new.first.map { $0.record.rowID != nil } ?? outline.shape.hasRowIDs
    builder = OutlineBuilder(
      Outline.Shape(ordering, hasRowIDs: hasRowIDs), expecting: outline.count + new.count,
      slack: slack)
  }

  /// Replaces the rows.
  ///
  /// - Complexity: O(*n*)
  mutating func merged() -> Result {
    guard outline.count == 0 || outline.shape == Outline.Shape(ordering, hasRowIDs: hasRowIDs)
    else { return .impossible(reason: "the rows are identified differently") }
    guard newKeys.count == new.count else {
      return .impossible(reason: "two rows have the same key")
    }
    var walk = OutlineWalk(outline)
    var sectionEnd = 0
    var sectionBytes: [UInt8] = []
    var sectionCell = PackedRow()
    var number = -1
    while walk.advance() {
      if walk.rank > sectionEnd {
        number += 1
        sectionEnd = outline.ranks(ofSection: number).upperBound
        sectionCell = outline.sectionCell(number)
        sectionBytes = ordering.sectionBytes(of: sectionCell)
      }
      let isMentioned = walk.integerKey.map(filter.mayContain) ?? true
      let key = isMentioned ? walk.key() : nil
      if let key, names.contains(key) { continue }
      if let rowID = walk.rowID, rowIDs.contains(rowID) { continue }
      guard key.map(newKeys.contains) != true else {
        return .impossible(reason: "a row has taken over another row's key")
      }
      while next < new.count, stands(new[next], before: &walk, in: sectionBytes) {
        guard append(new[next]) else { return tornSection }
        next += 1
      }
      guard begin(sectionBytes, { sectionCell }) else { return tornSection }
      let whole = key.flatMap { known[$0] }
      let cells = walk.keyCells
      builder.append(
        whole?[...] ?? walk.order[...], isCut: whole == nil && walk.isCut, rowID: walk.rowID
      ) { $0 += cells }
    }
    guard walk.rank == outline.count else { return .impossible(reason: "the outline is invalid") }
    for row in new[next...] { guard append(row) else { return tornSection } }
    guard unsure.isEmpty else { return .unsure(unsure) }
    return builder.outline().map { .merged($0) } ?? .impossible(reason: "the outline is too long")
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
    builder.append(record.bytes[record.sort], isCut: false, rowID: record.rowID) {
      key.append(of: record.bytes, in: record.contents, to: &$0)
    }
    return true
  }

  /// Begins a section, unless it is the current one; returns `false` if the section already ended before.
  private mutating func begin(_ bytes: [UInt8], _ cell: () -> PackedRow) -> Bool {
    guard grouping != .none, section != bytes else { return true }
    section = bytes
    builder.beginSection(cell())
    return grouping == .byKey || seen.insert(bytes).inserted
  }
}

extension PackedRows {
  /// The rows of the sealed blocks, in the order they arrived.
  fileprivate var listed: [BlockRow] { positions.map { BlockRow(blocks[$0.block], $0.position) } }
}
