/// Rows that changed, by where they were and where they are now.
///
/// There are five places: before the known rows, among them in memory, among them only counted, after them, and nowhere. Of
/// rows after the known ones nothing is kept. Where a row was may be unknown.
struct PlacedRows {
  /// A row that was only counted.
  typealias Counted = (orderKey: RowOrderKey, rowID: Int64?)

  /// The rows that are now among the known ones.
  private(set) var arrived: PackedRows
  /// The rows that were in memory.
  let known: [RankedRow]
  /// The rows that were only counted.
  private(set) var counted: [Counted] = []
  /// How many more rows there are before the known ones now; negative if there are fewer.
  private(set) var headGrowth = 0
  /// The names of rows that may have been counted; no change log says where they were.
  private(set) var unknown: Set<RowKey> = []
  private let grouping: RowGrouping
  /// The keys of the known rows; only kept if some weren't in memory.
  private var oldKeys: Set<RowKey> = []
  /// The rowids, as far as they are known, of the rows that were before the known ones, by their whole order keys.
  private var headRows: [[UInt8]: Set<Int64?>] = [:]

  /// Places rows by where they are now.
  ///
  /// - Parameters:
  ///   - rows: The present rows among those that changed, wherever in the longer list they are.
  ///   - known: Those that were in memory, each once.
  ///   - coverage: Which rows are known.
  init(_ rows: PackedRows, inPlaceOf known: [RankedRow], in coverage: Coverage) {
    (arrived, grouping, self.known) = (rows, rows.grouping, known)
    guard !coverage.isWhole else { return }
    let sides = rows.all.map { coverage.side(of: $0.orderKey, in: rows.grouping) }
    headGrowth = sides.count { $0 == .before }
    guard sides.contains(where: { $0 != .inside }) else { return }
    let inside = zip(rows.all, sides).filter { $0.1 == .inside }.map(\.0)
    arrived = PackedRows(copying: inside, grouping, of: rows)
  }

  /// Records where a row was that wasn't in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the row; several names can refer to the same row.
  ///   - position: The position that it had.
  ///   - list: The list before the change.
  ///   - coverage: Which rows were known.
  /// - Throws: ``UnfollowedChange`` if it would have been in memory.
  mutating func add(
    _ name: RowKey, at position: OldPosition, in list: RowList, _ coverage: Coverage
  ) throws(UnfollowedChange) {
    switch position {
    case .outside: return
    case .unknown: unknown.insert(name)
    case .at(let orderKey):
      switch coverage.side(of: orderKey, in: grouping) {
      case .after: return
      case .before: if isNew(orderKey, rowID: name.rowID) { headGrowth -= 1 }
      case .inside:
        guard isNew(orderKey.key) else { return }
        guard list.blocks[for: orderKey]?.isResident == false else { throw .contradiction }
        counted.append((orderKey, name.rowID))
      }
    }
  }

  /// Returns whether a row before the known ones, whose keys need not be unique, hasn't been noted yet.
  private mutating func isNew(_ orderKey: RowOrderKey, rowID: Int64?) -> Bool {
    guard let noted = headRows[orderKey.bytes] else {
      headRows[orderKey.bytes] = [rowID]
      return true
    }
    // Without a rowid, it can be the row that was noted by it.
    guard rowID != nil, !noted.contains(nil), !noted.contains(rowID) else { return false }
    headRows[orderKey.bytes] = noted.union([rowID])
    return true
  }

  /// Returns whether a known row with a key hasn't been noted yet.
  private mutating func isNew(_ key: RowKey) -> Bool {
    if oldKeys.isEmpty { oldKeys = Set(known.map(\.row.key)) }
    return oldKeys.insert(key).inserted
  }

  /// Leaves out the rows that were only counted and are counted at the same place now.
  ///
  /// - Parameter isSummedUp: Returns whether such a row is summed up as it was.
  mutating func settle(where isSummedUp: (BlockRow) -> Bool = { _ in true }) {
    let places = Set(counted.map(\.orderKey.bytes))
    guard !places.isEmpty else { return }
    let settled = arrived.all.filter { places.contains($0.orderKey.bytes) && isSummedUp($0) }
    leaveOut(Set(settled.map(\.key)))
  }

  /// Records that rows were counted where they are now.
  mutating func addCounted(_ rows: [BlockRow]) {
    for row in rows where isNew(row.key) { counted.append((row.orderKey, row.record.rowID)) }
  }

  /// Leaves out rows that are only counted and have kept their places.
  mutating func leaveOut(_ keys: Set<RowKey>) {
    guard !keys.isEmpty else { return }
    counted.removeAll { keys.contains($0.orderKey.key) }
    arrived = PackedRows(
      copying: arrived.all.filter { !keys.contains($0.key) }, grouping, of: arrived)
  }
}

extension PlacedRows {
  /// Whether the list stays as it is.
  var isEmpty: Bool { !changesRows && headGrowth == 0 }

  /// Whether known rows come, go or change.
  var changesRows: Bool { arrived.count > 0 || !counted.isEmpty || !known.isEmpty }

  /// The keys of the rows that came, went or changed.
  var keys: Set<RowKey> {
    Set(known.map(\.row.key) + counted.map(\.orderKey.key) + arrived.all.map(\.key))
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

  /// Returns the rows that were in a list, after those that were only counted were read; `nil` if it doesn't have one of them.
  func rowsBefore(in list: RowList) -> [RankedRow]? {
    guard !counted.isEmpty else { return known }
    var work = TreeWork()
    let restored = list.rows(of: Set(counted.map(\.orderKey.key)), &work)
    return restored.count == counted.count ? known + restored : nil
  }

  /// Returns the blocks that only count their rows and that the change concerns.
  func countedBlocks(of list: RowList) -> [ListBlock] {
    var (blocks, starts) = ([ListBlock](), Set<Int>())
    for orderKey in counted.map(\.orderKey) + arrived.all.map(\.orderKey) {
      guard let block = list.blocks[for: orderKey], !block.isResident,
        starts.insert(block.ranks.lowerBound).inserted
      else { continue }
      blocks.append(block)
    }
    return blocks
  }

  /// Returns whether reading few blocks is enough to tell exactly how the list changes.
  func isSmall(_ blocks: [ListBlock], _ options: CountingOptions, _ shape: RowTreeShape) -> Bool {
    let most = options.mostRestoredBlocks
    return blocks.count <= most && arrived.count + counted.count <= most * shape.blockRows
  }
}

extension RowOrderKey {
  /// The key that identifies the row.
  fileprivate var key: RowKey { RowKey(bytes: Array(bytes[identity])) }
}

/// Why a list can't be brought up to date by the rows that changed.
struct UnfollowedChange: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let untraced = UnfollowedChange("a row changed that no change log names")

  /// What a row was isn't known, and decides how many rows there are.
  static func unknown(in coverage: Coverage) -> UnfollowedChange {
    UnfollowedChange(
      "a row may have been \(coverage.slice == nil ? "counted" : "before the offset"), "
        + "and no change log has its old values"
    )
  }

  static let contradiction = UnfollowedChange(
    "what the change log says of a row contradicts the rows that are known")
  static let lost = UnfollowedChange("the rows next to the slice are gone")
  static let otherRows = UnfollowedChange("a block has other rows than were counted")
}
