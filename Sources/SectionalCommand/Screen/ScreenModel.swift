import Foundation
import Sectional

/// What the screen of `watch` shows.
///
/// Keys, changes and time go in, and a ``ScreenFrame`` draws it; it does nothing else.
struct ScreenModel {
  /// What the screen shows in place of the list, or asks for.
  enum Mode: Hashable {
    case list
    /// A text to filter by is typed.
    case filter(String)
    /// The beginning of a section's name is typed.
    case section(String)
    /// A row as a record, from one of its columns on.
    case row(RowKey, from: Int)
    case help
  }

  /// What a key asks of the program.
  enum Effect: Hashable {
    case nothing
    case quit
    case filter(String)
    /// Other rows of the sections are to be shown.
    case display(SectionDisplay)
    /// The rows before the first one are to be loaded.
    case earlier
  }

  /// What doesn't change while a list is watched.
  struct Subject {
    let title: String
    /// The condition that all rows of the list match, in SQL.
    var condition: String?
    let isOfSomeRows: Bool
    /// Whether a section can have more rows than those of the list.
    var isPart = false
    /// Whether the list shows what a search finds, apart from the filter.
    var isSearched = false
    /// Whether the list begins at its end.
    var beginsAtEnd = false
    let columns: ShownColumns
    /// What is shown of each section besides its rows.
    var aggregates: [AggregateArgument] = []
    var forms = ColumnForms.none
  }

  let subject: Subject
  let style: TerminalStyle
  var size: TerminalSize {
    didSet {
      forgetWidths()
      let seen = place.top..<place.top + max(1, oldValue.height - 3)
      if seen.contains(place.cursor) { place.reveal(height: bodyHeight) }
      keepInSight()
    }
  }
  /// The widths of what was in sight, so that columns don't change theirs with each row.
  var measure: TableMeasure
  var mode = Mode.list
  private(set) var marks = ChangeMarks()
  private(set) var tally = ChangeTally()
  /// The text that the list is filtered by.
  private(set) var filter = ""
  /// The text that it is to be filtered by, until that was read.
  var wantedFilter: String?
  var place = ScreenPlace()
  private(set) var shown: ShownList
  /// The list as it is, and the number of changed rows that aren't shown; `nil` if the screen isn't paused.
  var held: (results: ResultsList<StoredRow>, changes: Int)?
  private(set) var news = News()

  /// A list and its lines.
  struct ShownList {
    let results: ResultsList<StoredRow>
    let lines: ScreenLines

    init(_ results: ResultsList<StoredRow>) {
      self.results = results
      lines = ScreenLines(results)
    }
  }

  /// What was heard last.
  struct News {
    /// The last change, with its time.
    var lastChange: String?
    var lastKey: RowKey?
    /// Why the list may not be up to date.
    var problem: String?
  }

  init(
    _ subject: Subject, _ results: ResultsList<StoredRow>, size: TerminalSize, style: TerminalStyle
  ) {
    (self.subject, self.size, self.style) = (subject, size, style)
    shown = ShownList(results)
    measure = TableMeasure(titles: subject.columns.names)
    guard subject.beginsAtEnd else { return }
    place.go(to: shown.lines.count - 1, in: shown)
    place.reveal(height: bodyHeight)
  }

  private mutating func forgetWidths() {
    measure = TableMeasure(titles: subject.columns.names)
  }

  /// The number of lines for the list.
  var bodyHeight: Int { max(1, size.height - 3) }

  /// The rows in sight whose contents aren't loaded.
  var missingRows: [IndexPath] {
    guard held == nil else { return [] }
    return (place.top..<place.top + bodyHeight).compactMap { line in
      guard case .row(let path)? = shown.lines.line(at: line),
        shown.results.row(ifLoaded: path.indexPath) == nil
      else { return nil }
      return path.indexPath
    }
  }

  // MARK: Changes

  /// Takes over what another request made of the list, in which nobody changed anything; it ends a pause.
  mutating func note(requested results: ResultsList<StoredRow>) {
    held = nil
    marks = ChangeMarks()
    forgetWidths()
    show(results)
  }

  /// Takes over the list that was filtered by a text.
  mutating func note(filteredBy text: String, _ results: ResultsList<StoredRow>) {
    filter = text
    if wantedFilter == text { wantedFilter = nil }
    note(requested: results)
  }

  /// Takes over a change of the list.
  mutating func note(
    _ changeset: ResultsChangeset<StoredRow>, at now: ContinuousClock.Instant, time: String
  ) {
    let changes = tally.note(changeset, at: now)
    news.lastKey = changeset.rowChanges.last { $0.to != nil }?.key ?? news.lastKey
    let text = ChangeText(
      changeset: changeset, style: .plain, isOfSomeRows: subject.isOfSomeRows)
    news.lastChange = "\(time) \(text.summary)"
    if let held {
      self.held = (changeset.after, held.changes + changes)
    } else {
      marks.note(changeset, at: now)
      show(changeset.after)
    }
  }

  /// Takes over which sections are closed.
  mutating func note(closing display: SectionDisplay) { tally.note(closing: display) }

  /// Takes over contents that were loaded.
  mutating func note(loaded results: ResultsList<StoredRow>) {
    if held == nil { show(results) } else { held?.results = results }
  }

  /// Takes over the list's status.
  mutating func note(_ status: ResultsStatus) {
    news.problem = status.error.map { ErrorText.text($0) }
  }

  /// Forgets what was lit long enough.
  ///
  /// - Returns: Whether the screen looks different then.
  mutating func expire(at now: ContinuousClock.Instant) -> Bool { marks.expire(at: now) }

  mutating func show(_ results: ResultsList<StoredRow>) {
    let next = ShownList(results)
    let showsCursor = place.showsCursor(height: bodyHeight)
    place.follow(from: shown, to: next, keepingEnd: subject.beginsAtEnd)
    shown = next
    if showsCursor { place.reveal(height: bodyHeight) }
    keepInSight()
  }

  mutating func keepInSight() {
    place.clamp(to: shown.lines.count, height: bodyHeight)
  }
}
