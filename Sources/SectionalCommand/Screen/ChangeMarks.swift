import Sectional

/// What changed a moment ago, so that it can be shown, and the values that rows had before their last change.
struct ChangeMarks {
  /// How long a change is shown.
  static let duration = Duration.seconds(1)
  /// The number of rows whose old values are kept.
  private static let mostOldValues = 1000

  /// What happened to a row.
  struct Mark: Sendable {
    let kind: ResultsChange.Kind
    /// The columns that have other values.
    let columns: Set<String>
    let end: ContinuousClock.Instant
  }

  /// How many rows came to a section and left it.
  struct SectionChange: Sendable {
    var added = 0
    var removed = 0
  }

  private var marks: [RowKey: Mark] = [:]
  /// What came to sections and left them in each change set that is still shown, the oldest first.
  private var steps: [(end: ContinuousClock.Instant, sections: [StoredValue: SectionChange])] = []
  private var oldValues: [RowKey: [String: StoredValue]] = [:]
  private var oldOrder: [RowKey] = []

  /// Whether something is shown that won't be, later.
  var isEmpty: Bool { marks.isEmpty && steps.isEmpty }

  /// Notes a change set.
  mutating func note(_ changeset: ResultsChangeset<StoredRow>, at now: ContinuousClock.Instant) {
    let end = now + ChangeMarks.duration
    var sections: [StoredValue: SectionChange] = [:]
    for change in changeset.rowChanges {
      let old = changeset.oldValues(of: change)
      marks[change.key] = Mark(kind: change.kind, columns: Set(old.keys), end: end)
      if !old.isEmpty { note(old, of: change.key) }
      let left = change.from.map { changeset.before[$0.section].key }
      let entered = change.to.map { changeset.after[$0.section].key }
      guard left != entered else { continue }
      if let left { sections[left, default: SectionChange()].removed += 1 }
      if let entered { sections[entered, default: SectionChange()].added += 1 }
    }
    if !sections.isEmpty { steps.append((end, sections)) }
  }

  private mutating func note(_ old: [String: StoredValue], of key: RowKey) {
    if oldValues.updateValue(old, forKey: key) == nil { oldOrder.append(key) }
    guard oldOrder.count > ChangeMarks.mostOldValues else { return }
    let dropped = oldOrder.prefix(ChangeMarks.mostOldValues / 4)
    for key in dropped { oldValues[key] = nil }
    oldOrder.removeFirst(dropped.count)
  }

  /// Forgets what was shown long enough.
  ///
  /// - Returns: Whether anything was forgotten.
  mutating func expire(at now: ContinuousClock.Instant) -> Bool {
    let count = marks.count + steps.count
    marks = marks.filter { $0.value.end > now }
    steps.removeAll { $0.end <= now }
    return marks.count + steps.count < count
  }

  /// Returns what happened to a row a moment ago.
  func mark(of key: RowKey) -> Mark? { marks[key] }

  /// Returns how many rows came to a section and left it a moment ago.
  func change(ofSection key: StoredValue) -> SectionChange? {
    let changes = steps.compactMap { $0.sections[key] }
    guard !changes.isEmpty else { return nil }
    return changes.reduce(into: SectionChange()) { sum, change in
      sum.added += change.added
      sum.removed += change.removed
    }
  }

  /// Returns what the columns that changed last in a row held before.
  func oldValues(of key: RowKey) -> [String: StoredValue] { oldValues[key] ?? [:] }
}
