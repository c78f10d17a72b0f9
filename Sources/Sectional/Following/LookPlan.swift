/// What a look reads from the store.
enum LookPlan: Hashable {
  /// Nothing: the rows that are held are still right.
  case nothing
  /// The rows that may have changed.
  case rows(Set<RowKey>)
  /// The rows that the changed rows of some tables concern.
  case traced([String: ChangedTable])
  /// Every row, for a reason that is shown in diagnostics.
  case everything(reason: String)

  /// Decides what to read, given what is held and what the store answers.
  ///
  /// - Parameters:
  ///   - held: The layout of the rows that are held.
  ///   - layout: The layout that the transaction sees.
  ///   - changes: What changed since the rows were read, or `nil` if there is no cursor to ask with.
  ///   - canTrace: Whether the request says which rows of the list the rows of tables concern.
  /// - Returns: The plan.
  static func decide(
    held: RowLayout, layout: RowLayout, changes: ChangedRows?, canTrace: Bool = false
  ) -> LookPlan {
    guard let changes else {
      return .everything(
        reason: "the change source has no record of what changed since the last look")
    }
    guard layout == held else { return .everything(reason: "the columns changed") }
    switch (layout.dependence, changes) {
    case (.unknown(let reason), _), (_, .everything(let reason)):
      return .everything(reason: reason)
    case (.row, .tables):
      guard let keys = changes.keys, !keys.isEmpty else { return .nothing }
      return .rows(keys)
    case (.tables, .tables(let tables)):
      let changed = tables.filter { !$0.value.keys.isEmpty }
      guard !changed.isEmpty else { return .nothing }
      if canTrace { return .traced(changed) }
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
  }
}
