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
    let session = try await DemoSession(.regions, database)
    try await session.run()
    try await database.logChanges()
    let joined = try await DemoSession(.languages, database)
    try await joined.run()
  }
}

/// Owns the demonstration's list on the main actor and prints the changes that it reports.
@MainActor private final class DemoSession: @MainActor ResultsChangesetDelegate {
  private let list: DemoList
  private let database: DemoDatabase
  private let controller: ResultsController<StoredRow>
  private let style = TerminalStyle.current()
  private var deliveries = 0

  init(_ list: DemoList, _ database: DemoDatabase) throws {
    (self.list, self.database) = (list, database)
    controller = ResultsController(
      fetchRequest: list.request,
      store: try SQLiteStore(path: database.path, access: .readOnly), sectionBy: list.section)
    controller.changesetDelegate = self
  }

  func run() async throws {
    try await controller.performFetch()
    let look = ListText.Look(title: list.title, mostSections: 12, mostRows: 5)
    show(try ListText(controller.results, look: look, style: style).text)
    show(style.dim(list.introduction) + "\n")
    for (place, edit) in list.edits.enumerated() { try await perform(edit, number: place + 1) }
    await controller.close()
    let rows = CountText.text(controller.results.numberOfObjects, "row")
    guard list.section != nil else { return show("\n") }
    let sections = CountText.text(controller.results.count, "section")
    show("\nThe list now has \(rows) in \(sections).\n\n")
  }

  private func perform(_ edit: DemoEdit, number: Int) async throws {
    show("\n" + style.bold("\(number). \(edit.title)") + "\n")
    for line in edit.sql.split(whereSeparator: \.isNewline) { show(style.dim("   \(line)") + "\n") }
    let (heard, before) = (deliveries, controller.diagnostics.rowsRead)
    try database.run(edit.sql)
    // Where nothing should be reported, wait many times as long as a report takes.
    let patience = edit.isHeard ? Duration.seconds(10) : .milliseconds(300)
    let deadline = ContinuousClock.now + patience
    while deliveries == heard && ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(2))
    }
    if deliveries == heard { show(style.dim("   nothing to report") + "\n") }
    guard list.countsReads else { return }
    let read = CountText.text(controller.diagnostics.rowsRead - before, "row")
    show(style.dim("   \(read) read") + "\n")
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
