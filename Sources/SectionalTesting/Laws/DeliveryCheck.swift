import Foundation
import Sectional

/// Checks a delivery: in both forms, it must lead from what was shown to what the store held, and be minimal.
struct DeliveryCheck {
  let plan: HistoryPlan
  /// What is shown after the last delivery, with the contents that rows had when they were last told.
  let shown: ListPicture
  /// What the list held after the last delivery.
  let held: HeldPicture
  /// Whether to also check what the list itself shows before and after.
  let isThorough: Bool

  /// Checks a delivery.
  ///
  /// - Parameters:
  ///   - delivery: The delivery.
  ///   - truth: What the store held.
  /// - Returns: What is shown after the delivery.
  /// - Throws: ``LawViolation`` with the law that is broken.
  func run(
    _ delivery: DeliveryRecorder.Delivery, leadingTo truth: ListPicture
  ) throws(LawViolation) -> ListPicture {
    let changeset = delivery.changeset
    let after = plan.counted(changeset.after, of: truth)
    if let least = plan.extent.fewestLastRows {
      try TailCheck(least: least, shown: self.shown).run(after, of: truth)
    }
    let heldAfter = HeldPicture(changeset.after)
    let before = HeldPicture(changeset.before)
    let shown = shown.contents(newIn: before, since: held)
    try demand(before, shows: shown, "the change set's results before")
    guard let resultsBefore = delivery.resultsBefore else {
      throw LawViolation(.consistent, "the list changed without announcing it")
    }
    if isThorough {
      try demand(HeldPicture(resultsBefore), shows: shown, "the results when about to change")
      try demand(
        HeldPicture(delivery.resultsAfter), shows: heldAfter.completed(by: after),
        "the results after the change")
    }
    try demand(heldAfter, shows: after, "the delivered list", .fresh)
    guard !changeset.isReset else {
      try checkReset(changeset)
      return after
    }
    let told = after.contents(of: RowsInSight(changeset, before, heldAfter), otherwise: shown)
    try checkChanges(changeset, from: shown, to: told)
    return told.contents(newIn: heldAfter, since: before)
  }

  private func checkChanges(
    _ changeset: ResultsChangeset<StoredRow>, from shown: ListPicture, to told: ListPicture
  ) throws(LawViolation) {
    var form = FullForm(changeset)
    let appended = AppendedRows(changeset)
    guard
      !form.isEmpty || !appended.isEmpty || endsCounting(changeset) || tellsOfStart(changeset)
        || tellsOfSums(changeset)
    else {
      throw LawViolation(.minimal, "an empty change set was delivered")
    }
    let uncounted = try appended.taken(from: told)
    form.sectionInserts.removeAll { $0 >= uncounted.sections.count }
    try ChangeCheck(before: shown, after: uncounted, order: place).run(form)
    try ChangeCheck(before: shown, after: told, order: place).simulate(changeset.tableUpdates)
    try AggregateCheck(plan: plan).run(changeset, from: shown, to: told)
  }

  /// Returns whether a change set only says what is made of rows whose contents nobody sees.
  private func tellsOfSums(_ changeset: ResultsChangeset<StoredRow>) -> Bool {
    plan.hasAggregates && !plan.extent.holdsContents && !changeset.sectionInfoUpdates.isEmpty
  }

  /// Returns whether a change set says exactly in which section a list begins that begins at its end.
  private func tellsOfStart(_ changeset: ResultsChangeset<StoredRow>) -> Bool {
    let before = Set(changeset.before.filter(\.isCut).map(\.key))
    let after = Set(changeset.after.filter(\.isCut).map(\.key))
    let told = changeset.sectionInfoUpdates.map { changeset.after[$0].key }
    return !told.isEmpty && Set(told) == before.symmetricDifference(after)
  }

  /// Returns whether a change set says that all rows are counted, as a step of counting does that finds no more.
  private func endsCounting(_ changeset: ResultsChangeset<StoredRow>) -> Bool {
    changeset.after.counting?.isComplete == true && changeset.before.counting?.isComplete == false
  }

  private func checkReset(_ changeset: ResultsChangeset<StoredRow>) throws(LawViolation) {
    guard plan.extent.isCounted else {
      throw LawViolation(.minimal, "a list that holds all keys was reset")
    }
    guard FullForm(changeset).isEmpty, changeset.appendedRows.isEmpty,
      changeset.tableUpdates.needsReload
    else { throw LawViolation(.consistent, "a reset has changes") }
  }

  private func place(_ cells: [OracleValue]) -> [OracleValue] {
    plan.order.place(cells, in: plan.shape.columns)
  }

  private func demand(
    _ picture: HeldPicture, shows expected: ListPicture, _ name: String,
    _ law: LawViolation.Law = .consistent
  ) throws(LawViolation) {
    if let difference = picture.difference(from: expected, calling: name) {
      throw LawViolation(law, difference)
    }
  }
}

/// The rows whose contents a change set tells: those in its changes, and those whose contents are held before and after it.
private struct RowsInSight {
  private let ids: Set<[OracleValue]>

  init(_ changeset: ResultsChangeset<StoredRow>, _ before: HeldPicture, _ after: HeldPicture) {
    let told = Set(changeset.rowChanges.map { OracleValue.id(of: $0.key) })
    ids = told.union(before.heldIDs.intersection(after.heldIDs))
  }

  func contain(_ id: [OracleValue]) -> Bool { ids.contains(id) }
}

extension ListPicture {
  /// Returns the list in which only rows in sight have new contents, and the others those of another list, if it has them.
  fileprivate func contents(of rows: RowsInSight, otherwise other: ListPicture) -> ListPicture {
    let known = Dictionary(other.rows.map { ($0.row.id, $0.row) }) { first, _ in first }
    return mapRows { rows.contain($0.id) ? $0 : known[$0.id] ?? $0 }
  }

  /// Returns the list with the contents of rows that a list holds, but didn't hold before: they came without a change.
  func contents(newIn held: HeldPicture, since before: HeldPicture) -> ListPicture {
    let old = before.heldIDs
    let new = held.cells.filter { !old.contains($0.key) }
    return new.isEmpty ? self : mapRows { Row(id: $0.id, cells: new[$0.id] ?? $0.cells) }
  }

  /// Returns the list with the contents that a list holds at some places.
  func contents(of held: HeldPicture, at paths: [IndexPath]) -> ListPicture {
    let told = Set(paths.compactMap { held.sections[$0[0]].rows[$0[1]].id })
    let cells = held.cells
    return mapRows { row in
      told.contains(row.id) ? Row(id: row.id, cells: cells[row.id] ?? row.cells) : row
    }
  }

  private func mapRows(_ change: (Row) -> Row) -> ListPicture {
    ListPicture(
      sections.map { Section(key: $0.key, name: $0.name, rows: $0.rows.map(change)) })
  }
}
