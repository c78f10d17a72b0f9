import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// A list of visits by the day of their date, whose change sets are checked when they arrive.
@MainActor final class DayBench {
  let clock: DayClock
  let store: TestStore
  let list: ResultsController<Visit>
  private let recorder = DayRecorder()

  /// Noon on a Friday in Stockholm.
  static let friday = "2026-11-20T12:00:00Z"

  /// Creates a list of visits whose ids count from 1.
  init(
    _ kind: StoreKind, at now: String = DayBench.friday,
    in zone: String = "Europe/Stockholm", _ dates: [String], earlier: EarlierDays = .months,
    through gate: ReadGate? = nil
  ) async throws {
    clock = DayClock(try Date(utc: now), try #require(TimeZone(identifier: zone)))
    store = try await TestStore(
      kind, of: Visit.self,
      try dates.enumerated().map { Visit(id: Int64($0) + 1, at: try Date(utc: $1)) })
    // Without it, commits of other tests to the same server make a list read everything.
    try await store.installChangeLog(for: ["visit"])
    list = store.list(
      ResultsRequest(sortBy: [SortKey(\.at)]),
      sectionBy: .relativeDay(of: \.at, clock: clock, earlier: earlier), through: gate)
    list.changesetDelegate = recorder
  }

  /// The sections' names with the ids of their rows.
  var picture: [String] { DayBench.picture(list) }

  static func picture(_ list: ResultsController<Visit>) -> [String] {
    list.results.map { section in
      ([section.name + ":"] + section.map { "\($0.id)" }).joined(separator: " ")
    }
  }

  /// Fetches, and waits until the list follows the clock.
  func fetch() async throws {
    try await list.performFetch()
    try await clock.awaited()
  }

  /// Waits for the look at the store that follows the start of its change source.
  func settle() async throws {
    try await wait(for: "the second look") { list.diagnostics.versionChecks > 1 }
  }

  /// Sets the clock, waits until the list shows its day, and returns the change.
  ///
  /// The list is compared with one that was opened on that day.
  @discardableResult func turn(
    _ now: Date? = nil, _ timeZone: TimeZone? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ResultsChangeset<Visit> {
    let count = recorder.changesets.count
    try await clock.set(now, timeZone)
    try await wait(for: "the new day") { recorder.changesets.count > count }
    let fresh = store.list(list.fetchRequest, sectionBy: list.sectionBy, tracksChanges: false)
    try await fresh.performFetch()
    #expect(picture == DayBench.picture(fresh), sourceLocation: sourceLocation)
    #expect(recorder.changesets.count == count + 1, sourceLocation: sourceLocation)
    return try #require(try changesets.last)
  }

  /// Sets the clock, and checks that this changes nothing.
  func setQuietly(
    _ now: Date, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let count = recorder.changesets.count
    try await clock.set(now)
    // If the list were to turn to another day, it would have done so before this look ends.
    try await list.refresh()
    #expect(recorder.changesets.count == count, sourceLocation: sourceLocation)
  }

  /// The change sets so far.
  var changesets: [ResultsChangeset<Visit>] {
    get throws {
      if let violation = recorder.violation { throw violation }
      return recorder.changesets
    }
  }

  var statuses: [String] { recorder.statuses }
}

/// Performs every change set on a table view without a screen, and checks which sections got another name.
private final class DayRecorder: ResultsChangesetDelegate {
  private(set) var changesets: [ResultsChangeset<Visit>] = []
  private(set) var statuses: [String] = []
  private(set) var violation: LawViolation?

  func controller(
    _ controller: ResultsController<Visit>,
    didChangeContentWith changeset: ResultsChangeset<Visit>
  ) {
    changesets.append(changeset)
    do { try check(changeset) } catch { violation = violation ?? error }
  }

  func controller(_ controller: ResultsController<Visit>, didChangeStatus status: ResultsStatus) {
    statuses.append(String("\(status)".prefix { $0.isLetter }))
  }

  private func check(_ changeset: ResultsChangeset<Visit>) throws(LawViolation) {
    let (before, after) = (changeset.before, changeset.after)
    var table = BatchUpdateSimulator(before.map { .init(header: $0.name, rows: Array($0)) })
    try table.apply(
      changeset.tableUpdates,
      asking: .init(
        numberOfRows: after.map(\.count), header: { after[$0].name },
        row: { after.object(at: $0) }))
    var headers = table.sections.map(\.header)
    for section in changeset.sectionUpdates { headers[section] = after[section].name }
    guard headers == after.map(\.name), table.sections.map(\.rows) == after.map({ Array($0) })
    else {
      throw LawViolation(.replay, "the table view shows \(headers), not \(after.map(\.name))")
    }
    let names = Dictionary(before.map { ($0.key, $0.name) }) { first, _ in first }
    let renamed = after.indices.filter { section in
      !changeset.sectionInserts.contains(section)
        && names[after[section].key] != after[section].name
    }
    guard changeset.sectionUpdates == renamed, changeset.tableUpdates.sectionUpdates == renamed
    else {
      throw LawViolation(.minimal, "\(changeset.sectionUpdates) got other names, not \(renamed)")
    }
  }
}
