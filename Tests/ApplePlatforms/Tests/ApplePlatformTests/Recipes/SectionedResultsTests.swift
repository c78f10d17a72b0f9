import Foundation
import Sectional
import SectionalSQLite
import SectionalSwiftUI
import SwiftUI
import Testing
import ViewHosting

@testable import Recipes

/// The property that shows a list in a view.
@MainActor
struct SectionedResultsTests {
  private func environment(_ store: some ResultsStore) -> EnvironmentValues {
    var values = EnvironmentValues()
    values.resultsStore = store
    return values
  }

  @Test
  func `a view within gets the store, and reads it before it is drawn`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(OfficeView(store: file.store))
    #expect(screen.lines == ["# ", "Kurt", "# Analysts", "Ada", "# Compilers", "Grace"])
  }

  @Test
  func `the first frame is complete, and the view follows`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(TeamsView(), in: environment(file.store))
    #expect(screen.lines == ["# ", "Kurt", "# Analysts", "Ada", "# Compilers", "Grace"])
    try await file.put(Contact(id: 1, name: "Ada", team: "Compilers"), without: [3])
    try await wait { screen.lines == ["# Compilers", "Ada", "Grace"] }
    #expect(screen.drawings == 2)
    #expect(screen.failures == [])
  }

  @Test
  func `the first frame has the sections collapsed that are to begin so`()
    async throws
  {
    let file = try await ContactsFile()
    let screen = HostedView(CollapsedTeamsView(), in: environment(file.store))
    #expect(screen.lines == ["▸  (1)", "▾ Analysts (1)", "Ada", "▸ Compilers (1)"])
    try await file.put(Contact(id: 4, name: "Bo", team: "Compilers"))
    try await wait {
      screen.lines == ["▸  (1)", "▾ Analysts (1)", "Ada", "▸ Compilers (2)"]
    }
    #expect(screen.failures == [])
  }

  @Test
  func `the first frame has the first contacts of each section`() async throws {
    let file = try await ContactsFile()
    for id in 4...6 as ClosedRange<Int64> {
      try await file.put(Contact(id: id, name: "Bo \(id)", team: "Analysts"))
    }
    let screen = HostedView(FirstOfTeamsView(), in: environment(file.store))
    #expect(
      screen.lines == [
        "#  (1)", "Kurt", "# Analysts (4)", "Ada", "Bo 4", "Bo 5", "# Compilers (1)", "Grace",
      ])
    #expect(screen.failures == [])
  }

  @Test
  func `a total that changes alone redraws the view`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(TeamsCountView(), in: environment(file.store))
    #expect(screen.lines == ["0 starred", "No team 1", "Analysts 1", "Compilers 1"])
    try await file.store.write { try $0.execute("UPDATE contact SET starred = 1 WHERE id = 3") }
    try await wait { screen.lines == ["1 starred", "No team 1", "Analysts 1", "Compilers 1"] }
  }

  @Test
  func `a view of one section is drawn again for that section only`() async throws {
    let file = try await ContactsFile()
    let controller = try ResultsController(
      immediatelyFetching: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: file.store,
      sectionNameKeyPath: \.team)
    let screen = HostedView(TeamView("Analysts", of: controller))
    #expect(screen.lines == ["Ada"])
    try await file.put(Contact(id: 2, name: "Grace H", team: "Compilers"))
    try await controller.refresh()
    #expect(screen.drawings == 1)
    try await file.put(Contact(id: 4, name: "Bo", team: "Analysts"))
    try await wait { screen.lines == ["Ada", "Bo"] }
    #expect(screen.drawings == 2)
  }

  @Test
  func `a store that can't be read at once fills the view later`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(TeamsView(), in: environment(PatientStore(base: file.store)))
    #expect(screen.lines == [])
    try await wait {
      screen.lines == ["# ", "Kurt", "# Analysts", "Ada", "# Compilers", "Grace"]
    }
    try await file.put(without: [3])
    try await wait { screen.lines == ["# Analysts", "Ada", "# Compilers", "Grace"] }
  }

  @Test
  func `the error of the first fetch is shown, at once or later`() async throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "sectional-empty-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try SQLiteStore(path: path)
    let message = "contact"
    let screen = HostedView(TeamsView(), in: environment(store))
    #expect(screen.lines.count == 1 && screen.lines.first?.contains(message) == true)
    let later = HostedView(TeamsView(), in: environment(PatientStore(base: store)))
    try await wait { later.lines.first?.contains(message) == true }
  }

  @Test
  func `a list without a store says what is missing`() {
    let screen = HostedView(TeamsView())
    #expect(screen.lines.first?.contains(".environment(\\.resultsStore, store)") == true)
  }
}

/// Teams that begin collapsed, but for one.
private struct CollapsedTeamsView: View {
  private static let display: SectionDisplay = {
    var display = SectionDisplay.all
    display.collapseAll()
    display.expand(.text("Analysts"))
    return display
  }()

  @SectionedResults(
    sortBy: [SortKey(\.name)], sectionNameKeyPath: \.team, display: CollapsedTeamsView.display)
  private var contacts: ResultsList<Contact>

  var body: some View {
    List {
      ForEach(contacts) { team in
        Text("\(team.isCollapsed ? "▸" : "▾") \(team.name) (\(team.totalCount))")
        ForEach(team) { Text($0.name) }
      }
    }
  }
}

/// A store over another one that can't be read at once.
private struct PatientStore: ResultsStore {
  typealias Version = SQLiteStore.Version
  typealias Reader = SQLiteStore.Reader
  typealias Source = PatientSource

  let base: SQLiteStore

  var executor: any SerialExecutor { base.executor }

  func read<Output: Sendable>(
    _ body: (Reader) async throws -> Output
  ) async throws -> Output { try await base.read(body) }

  func changeSource() -> PatientSource { PatientSource(base: base.changeSource()) }
}

private struct PatientSource: ChangeSource {
  typealias Store = PatientStore
  typealias Cursor = SQLiteChangeSource.Cursor

  let base: SQLiteChangeSource

  func run(_ doorbell: Doorbell) async throws { try await base.run(doorbell) }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: PatientStore.Reader
  ) async throws -> StoreChanges<Cursor> {
    try await base.changes(in: region, since: cursor, reader)
  }
}
