import Foundation
import SectionalTesting
import TestSupport

@testable import Sectional

/// A list in a tree and its model, changed together and compared after each change.
struct ModelRun {
  private struct Kept {
    let list: RowList
    let model: ModelList
    var touched: Set<Int> = []
  }

  private var model: ModelList
  private var list: RowList
  /// A list from several changes ago, which must stay unchanged.
  private var kept: Kept
  private var generator: SeededGenerator

  init(_ kind: ModelList.Kind, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    model = ModelList(kind: kind)
    list = try RowList([], kind.grouping, shape: kind.shape)
    kept = Kept(list: list, model: model)
  }

  /// Returns the number of random transactions for each kind of list: 12,000 in all in a short run.
  static func count(amongKinds kinds: Int) -> Int { HistoryLength.steps(5000) / kinds + 1 }

  /// Makes one random change, and compares everything.
  mutating func step() throws {
    let before = (model: model, list: list)
    let ids = model.change(&generator)
    let rows = ids.sorted().compactMap { model.orderedRow($0) }
    let applied = try list.applying(rows, for: Set(ids.map(model.key)))
    list = applied.list
    kept.touched.formUnion(ids)
    try compare(list, model)
    try check(
      list.shownChanges(from: before.list, at: applied.changed), from: before.model, to: model)
    let looked = list.shownChanges(from: before.list, among: Set(ids.map(model.key)))
    try require(
      looked == list.shownChanges(from: before.list, at: applied.changed),
      "two ways tell two things")
    if generator.happens(onceIn: 8) { try lookBack() }
  }

  /// Compares a list from several changes ago with its model, and checks the changes from it to the newest one.
  private mutating func lookBack() throws {
    try compare(kept.list, kept.model)
    let keys = Set(kept.touched.map(model.key))
    try check(list.shownChanges(from: kept.list, among: keys), from: kept.model, to: model)
    let compared = list.shownChanges(from: kept.list)
    try check(compared, from: kept.model, to: model)
    try require(
      Set(compared.rows.map(\.key)).isSubset(of: keys), "rows differ that nobody changed")
    kept = Kept(list: list, model: model)
  }

  private func check(
    _ changes: RowListDiff, from old: ModelList, to new: ModelList
  ) throws {
    let grouping = model.kind.grouping
    try ChangeCheck(before: old.picture, after: new.picture) { cells in
      grouping == .none ? [cells[2]] : Array(cells[1...2])
    }.run(FullForm(changes), TableUpdates(changes))
  }

  private func compare(_ list: RowList, _ model: ModelList) throws {
    var check = TreeCheck(list)
    try check.run()
    let order = model.order
    try require(list.count == order.count, "\(list.count) rows in place of \(order.count)")
    for (rank, id) in order.enumerated() {
      let row = list[rank]
      try require(row.key == model.key(id), "rank \(rank) is not \(id)")
      try require(row.contents == model.orderedRow(id)?.contents, "\(id) has other contents")
      try require(list.rank(of: model.key(id)) == rank, "\(id) is not found at \(rank)")
      guard let rowID = model.rows[id]?.rowID else { continue }
      try require(
        list.keys(ofRowID: rowID) == [model.key(id)], "rowid \(rowID) is not \(id)")
    }
    for id in 0..<model.kind.ids where model.rows[id] == nil {
      try require(list.rank(of: model.key(id)) == nil, "\(id) is found and should not be")
    }
    try compareSections(list, model.picture)
    if !list.tree.shape.foundBy.isEmpty { try compareTeams(list, model) }
  }

  /// Finds the rows of each team, alone and with those of another one.
  private func compareTeams(_ list: RowList, _ model: ModelList) throws {
    for team in 0...model.kind.teams {
      for teams in [Set([team]), [team, 0]] {
        var work = TreeWork()
        let found = list.rows(
          with: Set(teams.map { LooseValue(StoredValue.integer(Int64($0))) }), in: 1, &work)
        let ids = model.rows.filter { teams.contains($0.value.team) }.keys
        try require(
          found?.count == ids.count && Set((found ?? []).map(\.row.key)) == Set(ids.map(model.key)),
          "the rows of team \(teams) are others")
        try require(found?.allSatisfy { list[$0.rank].key == $0.row.key } == true, "other ranks")
      }
    }
  }

  private func compareSections(_ list: RowList, _ picture: ListPicture) throws {
    try require(list.sectionCount == picture.sections.count, "\(list.sectionCount) sections")
    var rank = 0
    for (index, section) in picture.sections.enumerated() {
      let ranks = rank..<(rank + section.rows.count)
      try require(list.ranks(ofSection: index) == ranks, "section \(index) is not at \(ranks)")
      for rank in ranks {
        let path = ElementPath(section: index, item: rank - ranks.lowerBound)
        try require(list.path(ofRank: rank) == path, "rank \(rank) is not at \(path)")
      }
      rank = ranks.upperBound
    }
  }

  private func require(_ condition: Bool, _ words: String) throws(LawViolation) {
    guard condition else { throw LawViolation(.consistent, words) }
  }
}
