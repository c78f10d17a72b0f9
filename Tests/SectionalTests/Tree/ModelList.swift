import SectionalTesting

@testable import Sectional

/// A list as a dictionary of rows that a loop sorts and groups.
///
/// The tree is compared with it.
struct ModelList {
  /// One row.
  struct Model: Equatable {
    var team: Int
    var position: Int
    var note: Int
    var rowID: Int64?
  }

  /// The properties that the lists of a test share.
  struct Kind: Sendable, CustomStringConvertible {
    var grouping: RowGrouping
    var hasTextKeys = false
    var hasRowIDs = false
    var teams = 6
    var ids = 90
    var noteLength = 1
    var shape: RowTreeShape

    var description: String {
      "\(grouping) of \(ids) ids in \(teams) teams, \(shape.blockRows) rows a block, fan-out \(shape.fanOut)"
    }

    var ordering: RowOrdering {
      RowOrdering(
        section: grouping == .none ? nil : OrderRule(column: 1),
        sort: [OrderRule(column: 2, isReversed: grouping == .byKey)], keyColumns: [0],
        fallsBackToRowID: false, sectionLeads: grouping != .asSorted)
    }
  }

  let kind: Kind
  var rows: [Int: Model] = [:]

  func key(_ id: Int) -> RowKey { RowKey([identity(id)]) }

  /// Returns a key: keys have many different lengths, or are numbers.
  private func identity(_ id: Int) -> StoredValue {
    kind.hasTextKeys
      ? .text(String(repeating: "k", count: id % 13) + "\(id)") : .integer(Int64(id))
  }

  /// Returns the row in the engine's form.
  func orderedRow(_ id: Int) -> OrderedRow? {
    guard let row = rows[id] else { return nil }
    return kind.ordering.row(
      PackedRow([
        identity(id), .integer(Int64(row.team)), .integer(Int64(row.position)),
        .text(String(repeating: "n", count: row.note * kind.noteLength)),
      ]), rowID: row.rowID)
  }

  /// The ids in the order of the list, by comparing numbers.
  var order: [Int] {
    rows.keys.sorted { left, right in
      guard let one = rows[left], let other = rows[right] else { return left < right }
      if kind.grouping == .byKey {
        if one.team != other.team { return one.team < other.team }
        if one.position != other.position { return one.position > other.position }
      } else if one.position != other.position {
        return one.position < other.position
      }
      return precedes(left, right)
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    guard kind.hasTextKeys else { return left < right }
    let (one, other) = (OracleValue(identity(left)), OracleValue(identity(right)))
    guard case .text(let one) = one, case .text(let other) = other else { return false }
    return one.lexicographicallyPrecedes(other)
  }

  /// The list as a picture.
  var picture: ListPicture {
    var sections: [ListPicture.Section] = []
    for id in order {
      guard let row = rows[id] else { continue }
      let key = kind.grouping == .none ? OracleValue.null : .integer(Int64(row.team))
      if sections.last?.key != key {
        sections.append(ListPicture.Section(key: key, name: key.sectionName, rows: []))
      }
      sections[sections.count - 1].rows.append(pictureRow(id, row))
    }
    if sections.isEmpty, kind.grouping == .none {
      sections = [ListPicture.Section(key: .null, name: "", rows: [])]
    }
    return ListPicture(sections)
  }

  private func pictureRow(_ id: Int, _ row: Model) -> ListPicture.Row {
    let identity = OracleValue(identity(id))
    return ListPicture.Row(
      id: [identity],
      cells: [
        identity, .integer(Int64(row.team)), .integer(Int64(row.position)),
        .text(Array(repeating: 0x6E, count: row.note * kind.noteLength)),
      ])
  }

  /// Whether the rows of every section are contiguous.
  var isWhole: Bool {
    let teams = order.compactMap { rows[$0]?.team }
    let runs = zip(teams, teams.dropFirst()).count { $0 != $1 } + (teams.isEmpty ? 0 : 1)
    return kind.grouping != .asSorted || runs == Set(teams).count
  }
}

extension ModelList {
  /// Changes some rows, many or few, and returns the ids of those that may have changed, and some others.
  mutating func change(_ generator: inout SeededGenerator) -> Set<Int> {
    let before = rows
    let ids = Set((0...extent(&generator)).map { _ in generator.below(kind.ids) })
    let keeps = generator.below(4)
    for id in ids { change(id, keeps: keeps, &generator) }
    // The rows of sections in the order of the sort keys must stay together; a separate test splits them.
    if !isWhole { rows = before }
    return ids
  }

  private func extent(_ generator: inout SeededGenerator) -> Int {
    switch generator.below(12) {
    case 0: kind.ids
    case 1...3: generator.below(kind.ids / 3)
    default: generator.below(4)
    }
  }

  private mutating func change(_ id: Int, keeps: Int, _ generator: inout SeededGenerator) {
    let team = generator.below(kind.teams)
    let place = generator.below(12)
    let note = generator.below(3)
    let rowID = kind.hasRowIDs ? Int64(generator.below(3) * kind.ids + id) : nil
    let removes = generator.below(4) >= keeps
    guard !removes else {
      rows[id] = nil
      return
    }
    let position = kind.grouping == .asSorted ? team * 12 + place : place
    if var row = rows[id], generator.happens(onceIn: 2) {
      row.note = note
      row.rowID = rowID
      rows[id] = row
    } else {
      rows[id] = Model(team: team, position: position, note: note, rowID: rowID)
    }
  }
}
