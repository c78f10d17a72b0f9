import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Transitions between what two screens show of small lists: three rows in two sections, part of which are hidden, in a slice or in
/// sections that are shown as one.
struct ExhaustiveDisplayTests {
  /// What is shown of a list, as a choice among few, with a loop that applies it.
  private struct Choice: CaseIterable {
    enum Merge: CaseIterable { case none, both, second }
    enum Rows: CaseIterable { case all, first, last, lastTwo }
    enum Collapse: CaseIterable { case none, some, others, all }
    enum Slice: CaseIterable { case all, firstTwo, butFirst }

    let merge: Merge
    let rows: Rows
    let collapse: Collapse
    let slice: Slice

    static let allCases = Merge.allCases.flatMap { merge in
      Rows.allCases.flatMap { rows in
        Collapse.allCases.flatMap { collapse in
          Slice.allCases.map {
            Choice(merge: merge, rows: rows, collapse: collapse, slice: $0)
          }
        }
      }
    }

    var display: SectionDisplay {
      var display = SectionDisplay()
      switch rows {
      case .all: display.rows = .all
      case .first: display.rows = .first(1)
      case .last: display.rows = .last(1)
      case .lastTwo: display.rows = .last(2)
      }
      switch merge {
      case .none: break
      case .both: display.merged = [MergedSections(as: 100, named: "m")]
      case .second: display.merged = [MergedSections(from: 1, through: 1, as: 100, named: "m")]
      }
      switch collapse {
      case .none: break
      case .some: for key in [0, 100] as [StoredValue] { display.collapse(key) }
      case .others:
        display.collapseAll()
        for key in [0, 100] as [StoredValue] { display.expand(key) }
      case .all: display.collapseAll()
      }
      return display
    }

    func ranks(of count: Int) -> Range<Int> {
      switch slice {
      case .all: 0..<count
      case .firstTwo: 0..<min(count, 2)
      case .butFirst: min(count, 1)..<count
      }
    }

    /// The key under which a section is shown.
    func key(of section: Int64) -> Int64 {
      switch merge {
      case .none: section
      case .both: 100
      case .second: section == 1 ? 100 : section
      }
    }

    func isCollapsed(_ key: Int64) -> Bool {
      switch collapse {
      case .none: false
      case .some: key != 1
      case .others: key == 1
      case .all: true
      }
    }

    func part(of rows: [ListPicture.Row]) -> [ListPicture.Row] {
      switch self.rows {
      case .all: rows
      case .first: Array(rows.prefix(1))
      case .last: Array(rows.suffix(1))
      case .lastTwo: Array(rows.suffix(2))
      }
    }
  }

  /// A list of rows that are each in one of two sections or in none, and what is shown of it.
  private struct Screen {
    let list: RowList
    let presented: PresentedList
    let picture: ListPicture
    /// What the headers say: the number of all rows, of those that are shown, and whether the section is collapsed.
    let headers: [StoredValue: [Int]]

    init(_ state: SmallState, contents: Int, _ choice: Choice) throws {
      let rows = state.places.enumerated().compactMap { id, place in
        place.map { place in
          [id, place.section, place.position, contents].map { OracleValue.integer(Int64($0)) }
        }
      }
      list = try RowList(
        rows.map { RandomList.ordering.row(PackedRow($0.map(\.stored))) }, .byKey)
      presented = list.presented(in: RandomList.ordering).clipped(to: choice.ranks(of: list.count))
        .displayed(choice.display)
      // Positions descend.
      let sorted = rows.sorted { one, other in
        [one[1].number, -one[2].number, one[0].number].lexicographicallyPrecedes(
          [other[1].number, -other[2].number, other[0].number])
      }
      var sections: [(key: Int64, rows: [ListPicture.Row])] = []
      for cells in sorted[choice.ranks(of: sorted.count)] {
        let key = choice.key(of: Int64(cells[1].number))
        if sections.last?.key != key { sections.append((key, [])) }
        sections[sections.count - 1].rows.append(
          .init(id: [cells[0]], cells: cells))
      }
      var headers: [StoredValue: [Int]] = [:]
      picture = ListPicture(
        sections.map { key, rows in
          let isCollapsed = choice.isCollapsed(key)
          let shown = isCollapsed ? [] : choice.part(of: rows)
          headers[.integer(key)] = [rows.count, shown.count, isCollapsed ? 1 : 0]
          return .init(key: .integer(key), name: key == 100 ? "m" : "\(key)", rows: shown)
        })
      self.headers = headers
    }
  }

  /// Returns the number of transitions of which one is tried.
  private static func stride(_ short: Int) -> Int { HistoryLength.isLong ? 1 : short }

  private func check(_ old: Screen, _ new: Screen) throws {
    let changes = new.presented.changes(new.list.changes(from: old.list), from: old.presented)
    let told = ResultsChangeset(
      before: ResultsList(old.presented, mapping: .ofRows, indexTitle: .none),
      after: ResultsList(new.presented, mapping: .ofRows, indexTitle: .none), changes: changes,
      tag: nil)
    try ChangeCheck(before: old.picture, after: new.picture) { Array($0[1...2]) }
      .run(FullForm(told), told.tableUpdates)
    let others = told.after.indices.filter { section in
      let key = told.after[section].key
      return old.headers[key].map { $0 != new.headers[key] } ?? false
    }
    try #require(told.sectionInfoUpdates == others && told.sectionUpdates.isEmpty)
  }

  @Test func `all pairs of what is shown of each list lead to each other`() throws {
    var number = 0
    // Where a row is in its section changes nothing of this.
    for state in SmallState.all where state.places.allSatisfy({ $0?.position != 1 }) {
      let screens = try Choice.allCases.map { try Screen(state, contents: 0, $0) }
      for old in screens {
        for new in screens {
          number += 1
          guard number % Self.stride(23) == 0 else { continue }
          try check(old, new)
        }
      }
    }
    HistoryLength.tell("\(number) pairs of what is shown")
  }

  @Test func `all changes of each list lead to what is shown of the next one`() throws {
    var number = 0
    for choice in Choice.allCases {
      // Half of the lists have other contents.
      let screens = try SmallState.all.enumerated().map {
        try Screen($1, contents: $0 % 2, choice)
      }
      for old in screens {
        for new in screens {
          number += 1
          guard number % Self.stride(101) == 0 else { continue }
          try check(old, new)
        }
      }
    }
    HistoryLength.tell("\(number) changes of what is shown")
  }
}

extension OracleValue {
  fileprivate var number: Int { if case .integer(let number) = self { Int(number) } else { 0 } }

  fileprivate var stored: StoredValue { .integer(Int64(number)) }
}
