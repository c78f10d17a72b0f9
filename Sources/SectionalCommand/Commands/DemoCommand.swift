import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite

/// `sectional demo`: shows a list over a real file that follows another program's edits.
struct DemoCommand {
  let options: DemoOptions

  func run() async throws {
    if let path = options.keptPath {
      try DemoDatabase.create(path, from: options.fixture)
      return StandardOutput.write(
        "made \(TerminalText.printable(path)); try: sectional list "
          + "\(TerminalText.printable(ShellWord.line([path]))) region --section initial --sort name\n"
      )
    }
    let database = try DemoDatabase(loading: options.fixture)
    defer { database.remove() }
    let session = try await DemoSession(database: database)
    try await session.run()
  }
}

/// Owns the demonstration's list on the main actor and prints the changes that it reports.
@MainActor private final class DemoSession: @MainActor ResultsChangesetDelegate {
  private let database: DemoDatabase
  private let controller: ResultsController<StoredRow>
  private let style = TerminalStyle.current()
  private var deliveries = 0

  init(database: DemoDatabase) throws {
    self.database = database
    controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "region", sortBy: [SortKey(.column("name"), collation: .caseInsensitive)]),
      store: try SQLiteStore(path: database.path, access: .readOnly), sectionBy: .column("initial"))
    controller.changesetDelegate = self
  }

  func run() async throws {
    try await controller.performFetch()
    let look = ListText.Look(
      title: "The regions of the world in twelve languages", mostSections: 12, mostRows: 5)
    show(try ListText(controller.results, look: look, style: style).text)
    show(style.dim("The list is live. From here on, the sqlite3 program edits the file.") + "\n")
    for (place, edit) in DemoEdit.all.enumerated() { try await perform(edit, number: place + 1) }
    let rows = CountText.text(controller.results.numberOfObjects, "row")
    let sections = CountText.text(controller.results.count, "section")
    show("\nThe list now has \(rows) in \(sections).\n")
  }

  private func perform(_ edit: DemoEdit, number: Int) async throws {
    show("\n" + style.bold("\(number). \(edit.title)") + "\n")
    for line in edit.sql.split(whereSeparator: \.isNewline) { show(style.dim("   \(line)") + "\n") }
    let heard = deliveries
    try database.run(edit.sql)
    // Where nothing should be reported, wait many times as long as a report takes.
    let patience = edit.isHeard ? Duration.seconds(10) : .milliseconds(300)
    let deadline = ContinuousClock.now + patience
    while deliveries == heard && ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(2))
    }
    if deliveries == heard { show(style.dim("   nothing to report") + "\n") }
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    deliveries += 1
    let lines = ChangeText(changeset: changeset, style: style, isOfSomeRows: false, limit: 6).lines
    show(lines.map { "   \($0)\n" }.joined())
  }

  private func show(_ text: String) { StandardOutput.write(text) }
}
