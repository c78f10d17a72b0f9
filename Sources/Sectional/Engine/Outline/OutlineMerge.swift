/// Brings an outline up to date, given the rows that changed and what each of them is now.
///
/// Of the rows that stayed only the beginning of the sort keys is known. Where that doesn't tell which of two rows comes
/// first, the row that stayed has to be read.
struct OutlineMerge {
  /// What came of it.
  enum Result {
    /// The outline as it is now.
    case merged(Outline)
    /// It depends on the sort keys of these rows, which stayed as they are.
    case unsure(Set<RowKey>)
    /// It can't be told without reading every row.
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
  /// Rows that were read to know all of their sort keys.
  private let known: [RowKey: [UInt8]]

  private var builder: OutlineBuilder
  private var next = 0
  private var section: [UInt8]?
  private var seen: Set<[UInt8]> = []
  private var unsure: Set<RowKey> = []

  /// Prepares to replace rows.
  ///
  /// - Parameters:
  ///   - outline: The rows before.
  ///   - names: The rows that may have changed, by their identities or rowids.
  ///   - keyIsRowID: Whether the rowid is the identity under another name.
  ///   - rows: Those of them that are in the list now, in order.
  ///   - known: Rows that stayed, read again.
  ///   - ordering: The order of the rows.
  ///   - slack: How many bytes are written behind those that set rows apart; as many as are good for the list without it.
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
    else { return .impossible(reason: "the rows are identified in another way") }
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
        sectionBytes = bytes(ofSection: sectionCell)
      }
      let key = walk.key()
      if names.contains(key) || walk.rowID.map(rowIDs.contains) ?? false { continue }
      guard !newKeys.contains(key) else {
        return .impossible(reason: "a row has taken over another one's identity")
      }
      while next < new.count, stands(new[next], before: walk, key, in: sectionBytes) {
        guard append(new[next]) else { return tornSection }
        next += 1
      }
      guard begin(sectionBytes, { sectionCell }) else { return tornSection }
      let order = known[key] ?? walk.order
      let cells = walk.keyCells
      builder.append(order[...], isCut: known[key] == nil && walk.isCut, rowID: walk.rowID) {
        $0 += cells
      }
    }
    guard walk.rank == outline.count else { return .impossible(reason: "it makes no sense") }
    for row in new[next...] { guard append(row) else { return tornSection } }
    guard unsure.isEmpty else { return .unsure(unsure) }
    return builder.outline().map { .merged($0) } ?? .impossible(reason: "it is too long")
  }

  /// What comes of it where a section begins again, if that isn't because a row was put where it may not belong.
  private var tornSection: Result {
    unsure.isEmpty ? .impossible(reason: "a section is torn apart") : .unsure(unsure)
  }

  private var hasRowIDs: Bool {
    new.first.map { $0.record.rowID != nil } ?? outline.shape.hasRowIDs
  }

  /// The bytes by which a section is compared.
  private func bytes(ofSection cell: PackedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    for var rule in ordering.section {
      rule.column = 0
      ByteKey.append(cell.cell(at: 0), by: rule, to: &bytes)
    }
    return bytes
  }

  /// Tells whether a row that changed comes before one that stayed.
  private mutating func stands(
    _ row: BlockRow, before walk: OutlineWalk, _ key: RowKey, in section: [UInt8]
  ) -> Bool {
    if grouping == .byKey {
      let order = ByteOrder.compare(row.section, section)
      if order != .equal { return order == .less }
    }
    let isCut = known[key] == nil && walk.isCut
    let sort = known[key] ?? walk.order
    // Where a key is missing its place is among the sort keys, so both are compared as one.
    let old = isCut ? sort : sort + key.bytes
    let record = row.record
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

  /// Begins a section, unless it is the last one; returns false where it was left before.
  private mutating func begin(_ bytes: [UInt8], _ cell: () -> PackedRow) -> Bool {
    guard grouping != .none, section != bytes else { return true }
    section = bytes
    builder.beginSection(cell())
    return grouping == .byKey || seen.insert(bytes).inserted
  }
}

extension PackedRows {
  /// The rows of the sealed blocks, in the order they came.
  fileprivate var listed: [BlockRow] { positions.map { BlockRow(blocks[$0.block], $0.position) } }
}
