/// The rows that were inserted, deleted or changed in a list that holds only some of its rows in memory.
struct CountedChange {
  /// The rows that are in the list now.
  private(set) var arrived: PackedRows
  /// The order keys of the rows that were in blocks that only count them, and their rowids as far as they are known.
  private(set) var counted: [(orderKey: RowOrderKey, rowID: Int64?)] = []
  /// The rows that were in memory.
  private(set) var known: [RankedRow] = []
  private var oldKeys: Set<RowKey> = []

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - rows: The changed rows as they are now.
  ///   - partial: How far the list is counted; rows behind that aren't in it.
  init(rows: PackedRows, _ partial: PartialList) {
    arrived = PackedRows(
      copying: rows.all.filter { partial.covers($0.orderKey) }, rows.grouping, of: rows)
  }

  /// Notes a row that was in memory.
  mutating func note(known row: RankedRow) {
    if oldKeys.insert(row.row.key).inserted { known.append(row) }
  }

  /// Notes a row that was counted; several names can stand for the same one.
  mutating func note(counted orderKey: RowOrderKey, rowID: Int64?) {
    if oldKeys.insert(orderKey.key).inserted { counted.append((orderKey, rowID)) }
  }

  /// Leaves out the rows that were only counted and are counted at the same place now.
  mutating func settle() {
    let places = Set(counted.map(\.orderKey.bytes))
    guard !places.isEmpty else { return }
    leaveOut(Set(arrived.all.filter { places.contains($0.orderKey.bytes) }.map(\.key)))
  }

  /// Leaves out rows that are only counted and have kept their places.
  mutating func leaveOut(_ keys: Set<RowKey>) {
    guard !keys.isEmpty else { return }
    oldKeys.subtract(keys)
    counted.removeAll { keys.contains($0.orderKey.key) }
    arrived = PackedRows(
      copying: arrived.all.filter { !keys.contains($0.key) }, arrived.grouping, of: arrived)
  }

  /// Returns the rows that are in the list now and that a change log calls by some names; `nil` if there is none for one of
  /// these.
  func arrived(named names: Set<RowKey>, keyIsRowID: Bool) -> [BlockRow]? {
    guard let list = try? RowList(arrived, isPart: true) else { return nil }
    var (rows, work) = ([BlockRow](), TreeWork())
    for name in names {
      let found = list.rows(named: [name], keyIsRowID: keyIsRowID, &work)
      guard !found.isEmpty else { return nil }
      rows += found.map(\.row)
    }
    return rows
  }

  /// Whether the list stays as it is.
  var isEmpty: Bool { arrived.count == 0 && counted.isEmpty && known.isEmpty }

  /// The keys of the rows that came, went or changed.
  var keys: Set<RowKey> { oldKeys.union(arrived.all.map(\.key)) }

  /// Returns the rows that were in a list, all of which are in memory; `nil` if it doesn't have one of them.
  func rowsBefore(in list: RowList) -> [RankedRow]? {
    var work = TreeWork()
    let rows = list.rows(of: oldKeys, &work)
    return rows.count == oldKeys.count ? rows : nil
  }

  /// Returns whether a list can be told exactly how it changes, by reading few blocks.
  func isSmall(_ blocks: [ListBlock], _ options: CountingOptions, _ shape: RowTreeShape) -> Bool {
    let most = options.mostRestoredBlocks
    return blocks.count <= most && arrived.count + counted.count <= most * shape.blockRows
  }
}

extension RowOrderKey {
  /// The key that identifies the row.
  fileprivate var key: RowKey { RowKey(bytes: Array(bytes[identity])) }
}

extension RowList {
  /// Returns the blocks that only count their rows and that a change concerns.
  func countedBlocks(of change: CountedChange) -> [ListBlock] {
    var (blocks, starts) = ([ListBlock](), Set<Int>())
    let orderKeys = change.counted.map(\.orderKey) + change.arrived.all.map(\.orderKey)
    for orderKey in orderKeys {
      guard let block = block(for: orderKey), !block.isResident,
        starts.insert(block.ranks.lowerBound).inserted
      else { continue }
      blocks.append(block)
    }
    return blocks
  }
}
