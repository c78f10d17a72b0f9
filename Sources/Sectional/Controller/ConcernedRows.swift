/// The rows that a change set concerns, by the sections in which they were or are.
///
/// It is made once for all that observe a part of the list.
struct ConcernedRows<Record: Sendable> {
  /// Whether every row is concerned.
  private let isEverything: Bool
  /// The keys of sections in which rows came, went or moved.
  private var sections: Set<StoredValue> = []
  /// The changes of rows that stay in their places, by the keys of their sections.
  private var updates: [StoredValue: [ResultsChange]] = [:]
  private let changeset: ResultsChangeset<Record>

  /// Finds the rows.
  ///
  /// - Complexity: O(*r* log *n*), where *r* is the number of changed rows, and of runs of rows that were hidden or shown.
  init(_ changeset: ResultsChangeset<Record>) {
    self.changeset = changeset
    // Columns that only one of two requests reads count as changed.
    isEverything =
      changeset.before.columns != changeset.after.columns || changeset.isReset
      || !changeset.after.list.hasContents(of: changeset.before.list)
    guard !isEverything else { return }
    var keys = (old: SectionKeys(changeset.before), new: SectionKeys(changeset.after))
    let changes = changeset.changes
    for range in changes.leaving { sections.insert(keys.old[range.section]) }
    for range in changes.entering + changes.appended {
      sections.insert(keys.new[range.section])
    }
    for change in changes.rows {
      if change.kind == .update, let path = change.to {
        updates[keys.new[path.section], default: []].append(change)
        continue
      }
      if let path = change.from { sections.insert(keys.old[path.section]) }
      if let path = change.to { sections.insert(keys.new[path.section]) }
    }
  }

  /// Returns whether rows are concerned.
  ///
  /// - Parameters:
  ///   - section: The key of the section of the rows, or `nil` for all rows of the list.
  ///   - columns: The folded names of the columns whose changes matter, or `nil` for all.
  /// - Returns: Whether any of them changed, came or went.
  func concern(_ section: StoredValue?, _ columns: Set<[UInt8]>?) -> Bool {
    guard let section else {
      return isEverything || !sections.isEmpty
        || updates.values.contains { $0.contains { concerns($0, columns) } }
    }
    return isEverything || sections.contains(section)
      || updates[section]?.contains { concerns($0, columns) } == true
  }

  private func concerns(_ update: ResultsChange, _ columns: Set<[UInt8]>?) -> Bool {
    guard let columns else { return true }
    return changeset.oldValues(of: update).keys.contains { columns.contains(Names.folded($0)) }
  }
}

/// The keys of a list's sections, each looked up once.
private struct SectionKeys<Record: Sendable> {
  private let results: ResultsList<Record>
  private var known: [Int: StoredValue] = [:]

  init(_ results: ResultsList<Record>) { self.results = results }

  subscript(section: Int) -> StoredValue {
    mutating get {
      if let key = known[section] { return key }
      let key = results[section].key
      known[section] = key
      return key
    }
  }
}
