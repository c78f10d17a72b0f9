import Foundation
import Sectional

/// Reports what a watched list does as text for people.
struct WatchTextReporter: WatchReporter {
  let options: ListOptions
  private let style = TerminalStyle.current()

  init(options: ListOptions) { self.options = options }

  func begin(_ results: ResultsList<StoredRow>, version: String?, alongside: [StoredRow]) {
    let text = ListText(results, options: options, style: style).text
    StandardOutput.write(text + "\n" + style.dim("watching; end with Ctrl-C") + "\n")
    write(alongside)
  }

  func report(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    alongside: [StoredRow]
  ) {
    let lines = ChangeText(changeset: changeset, style: style).lines
    StandardOutput.write(style.dim("\(time)  ") + lines.joined(separator: "\n") + "\n")
    write(alongside)
  }

  func report(_ status: ResultsStatus) {
    StandardOutput.write(
      style.dim("\(time)  ") + style.yellow(TerminalText.printable(status.message)) + "\n")
  }

  // Failures go to standard error, as in every command.
  func fail(_ error: StoreError) {}

  func end() { StandardOutput.write("\n") }

  /// The time of day, with ordinary spaces.
  private var time: String {
    Date.now.formatted(.dateTime.hour().minute().second()).replacing("\u{202F}", with: " ")
  }

  private func write(_ alongside: [StoredRow]) {
    for row in alongside {
      let cells = zip(row.columns.names, row.values).map { name, value in
        TerminalText.printable("\(name) \(CellText.text(value))")
      }
      StandardOutput.write(style.dim("  alongside: \(cells.joined(separator: " · "))") + "\n")
    }
  }
}
