import SectionalTesting

@testable import Sectional

/// What happened to two rows that a change log names, while others stood still.
///
/// A list consists of zones, each with two places for these rows; the section changes in the middle of a zone.
struct FollowedHistory {
  /// What a list knows of a zone.
  enum Zone: Character {
    /// The number of rows before the known ones.
    case head = "H"
    /// The rows are counted.
    case counted = "N"
    /// The rows are in memory without their contents.
    case keys = "K"
    case contents = "C"
    /// Nothing is known.
    case beyond = "T"
  }

  let zones: [Zone]
  let isSectioned: Bool
  /// The place of each named row before, and after; `nil` if it isn't there.
  let old: [Int?]
  let new: [Int?]
  /// The place of a third row.
  let unnamed: Int?
  /// Whether the log says what a named row was.
  let isKnown: [Bool]

  /// The places of rows in some zones.
  static func places(in zones: [Zone]) -> [Int?] {
    [nil] + zones.indices.flatMap { [$0 * 10 + 1, $0 * 10 + 2] }
  }

  /// The zones of the rows that the list knows.
  var knownZones: Range<Int> {
    let first = zones.first == .head ? 1 : 0
    return first..<(zones.last == .beyond ? zones.count - 1 : zones.count)
  }

  /// Returns the zone of a place.
  func zone(of place: Int) -> Zone { zones[place / 10] }

  /// A row: its key, its place, and what its contents say.
  struct Row: Hashable {
    let id: Int
    let place: Int
    var note = ""

    var section: Int { (place + 8) / 10 }
  }

  /// The rows before the change, in order.
  var before: [Row] { rows(at: old, note: "old") }

  /// The rows after the change, in order.
  var after: [Row] { rows(at: new, note: "new") }

  private func rows(at places: [Int?], note: String) -> [Row] {
    var rows = [Row(id: 50, place: knownZones.lowerBound * 10)]
    rows.append(Row(id: 51, place: (knownZones.upperBound - 1) * 10 + 9))
    if let unnamed { rows.append(Row(id: 9, place: unnamed)) }
    for (index, place) in places.enumerated() {
      // The contents of the second row never change.
      if let place { rows.append(Row(id: index + 1, place: place, note: index == 0 ? note : "")) }
    }
    return rows.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }
}

extension FollowedHistory {
  /// The order and the columns of the list.
  func query() throws -> RowQuery {
    var request = ResultsRequest<StoredRow>(
      source: .table("item"), sortBy: [SortKey(.column("place"))])
    if zones.contains(.counted) { request.fetchWindowSize = 100 }
    if zones.contains(.keys), !zones.contains(.counted) { request.fetchBatchSize = 10 }
    return try RowQuery(
      try request.rowRequest(sectionBy: isSectioned ? .column("team") : nil),
      layout: RowLayout(
        columns: RowColumns(["team", "id", "place", "note"]), keyColumns: [1],
        fallsBackToRowID: false, region: TableRegion(allColumnsOf: ["item"]), dependence: .row,
        keyIsRowID: false))
  }

  static func cells(of row: Row) -> [StoredValue] {
    [
      .integer(Int64(row.section)), .integer(Int64(row.id)), .integer(Int64(row.place)),
      .text(row.note),
    ]
  }

  static func key(_ id: Int) -> RowKey { RowKey([.integer(Int64(id))]) }

  /// Packs rows, with their contents or without.
  static func packed(_ rows: [Row], _ query: RowQuery, contents: Bool = true) -> PackedRows {
    var packed = PackedRows(RowGrouping(query.ordering), shape: query.shape)
    for row in rows {
      var orderKey = Self.orderKey(of: row, query)
      unsafe (contents ? PackedRow(cells(of: row)).bytes : []).withUnsafeBytes { bytes in
        unsafe packed.append(&orderKey, contents: bytes, rowID: nil)
      }
    }
    packed.seal()
    return packed
  }

  static func orderKey(of row: Row, _ query: RowQuery) -> RowOrderKey {
    query.ordering.row(PackedRow(cells(of: row))).place
  }

  /// What the log says of the named rows.
  var oldRows: [RowKey: OldRow] {
    var rows: [RowKey: OldRow] = [:]
    for index in old.indices where isKnown[index] {
      let key = Self.key(index + 1)
      guard let row = before.first(where: { $0.id == index + 1 }) else {
        rows[key] = .absent
        continue
      }
      let cells = Self.cells(of: row)
      rows[key] = .present(["team": cells[0], "id": cells[1], "place": cells[2]])
    }
    return rows
  }

  /// The list before the change.
  func snapshot(_ query: RowQuery) throws -> RowSnapshot {
    var list = RowList.empty(RowGrouping(query.ordering), shape: query.shape)
    for zone in knownZones {
      let rows = before.filter { $0.place / 10 == zone }
      let packed = Self.packed(rows, query, contents: zones[zone] != .keys)
      list =
        zones[zone] == .counted
        ? list.blocks.appending(CountedRows(packed)) : list.blocks.appending(packed)
    }
    let (head, end) = (
      before.count { $0.place / 10 < knownZones.lowerBound }, zones.last != .beyond
    )
    guard zones.contains(.counted) else {
      let isSlice = zones.contains(.head) || zones.contains(.beyond)
      return RowSnapshot(
        list, of: query,
        isSlice
          ? Coverage(
            of: list, after: head, reachesEnd: end, slice: head..<head + list.count,
            margins: SliceMargins(ofSliceWith: 0), query.ordering) : .everything)
    }
    let last = before.last { knownZones.contains($0.place / 10) }
    let upper = last.map {
      RowPosition(decoding: Self.orderKey(of: $0, query).bytes, query.ordering)
    }
    return RowSnapshot(list, of: query, Coverage(upTo: end ? nil : upper))
  }
}
