import Foundation
import Sectional

/// Reports what a watched list does as text for people, a line or more for each change.
@MainActor final class WatchTextReporter: WatchReporter {
  private let options: ListOptions
  private let style = TerminalStyle.current()
  // State: guarded by the main actor.
  private var digest = ChangeDigest()
  /// Writes sums, as long as they are due.
  private var summing: Task<Void, Never>?

  init(options: ListOptions) { self.options = options }

  func begin(
    _ results: ResultsList<StoredRow>, version: String?, alongside: [StoredRow],
    _ statistics: ReadStatistics
  ) throws(StoreError) {
    let text = try ListText(results, options: options, style: style).text
    StandardOutput.write(text + "\n" + style.dim("watching; Ctrl-C stops") + "\n")
    write(alongside)
    options.warnOfDates(in: results)
  }

  func report(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    alongside: [StoredRow], _ statistics: ReadStatistics
  ) {
    switch digest.note(changeset, at: .now) {
    case .print:
      let lines = ChangeText(
        changeset: changeset, style: style, isOfSomeRows: options.isOfSomeRows,
        forms: options.forms, columns: options.output.columns
      ).lines
      write(lines.joined(separator: "\n"))
      write(alongside)
    case .add:
      guard summing == nil else { return }
      summing = Task {
        repeat { try? await Task.sleep(for: .seconds(1)) } while writeSum()
        summing = nil
      }
    }
  }

  func report(_ status: ResultsStatus) {
    writeSum()
    write(style.yellow(TerminalText.printable(status.message)))
  }

  // Failures go to standard error, as in every command.
  func fail(_ error: StoreError) {}

  func end() {
    writeSum()
    StandardOutput.write("\n")
  }

  /// Writes what was added up, in one line, and returns whether another sum is due in a second.
  @discardableResult private func writeSum() -> Bool {
    let (sum, isAnotherDue) = digest.take()
    if let sum {
      write(style.bold("in a second: \(sum.words(isOfSomeRows: options.isOfSomeRows))"))
    }
    return isAnotherDue
  }

  private func write(_ text: String) {
    StandardOutput.write(style.dim("\(TimeText.now)  ") + text + "\n")
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
