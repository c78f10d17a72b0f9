import Sectional

/// `sectional check`: says what makes a list slow or different from what it seems, and what to do about it.
struct CheckCommand {
  let options: CheckOptions

  /// - Returns: The exit status: 3 if there are findings, otherwise 0.
  func run() async throws -> Int32 {
    try await SearchDoubt.warn(of: options.searchedColumns, in: options.request, options.store)
    ProgressLine.show("examining \(options.store.text)")
    let findings = try await options.store.open().check(
      options.request, sectionBy: options.section?.key)
    StandardOutput.writeAnswer(options.isJSON ? json(findings) : text(findings))
    return findings.isEmpty ? 0 : 3
  }

  private func text(_ findings: [RequestFinding]) -> String {
    let style = TerminalStyle.current()
    let title = "\(options.store.text)\(options.table.map { " · \($0)" } ?? "")"
    let count =
      findings.isEmpty ? "nothing found to improve" : CountText.text(findings.count, "finding")
    var lines = WrappedHeadline(title: TerminalText.printable(title), phrases: [count])
      .lines(of: style.width).map(style.bold)
    for finding in findings {
      let text = TerminalText.printable("\(finding.message); \(finding.advice)")
      // What is to be typed stays on one line, so that it can be copied.
      lines += [""] + WrappedText.lines(text, width: style.width)
      lines += commands(for: finding, among: findings).map {
        "  \(style.cyan(TerminalText.printable($0)))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func commands(
    for finding: RequestFinding, among findings: [RequestFinding]
  ) -> [String] {
    if let sql = finding.sql { return ["\(sql);"] }
    if finding.kind == .sortAgainstSections {
      return options.argumentsWithEffect.map { [list($0)] } ?? []
    }
    if let column = finding.firstSortColumn { return [list(options.arguments(sortingBy: column))] }
    guard !finding.tablesToLog.isEmpty else { return [] }
    // A log that keeps old values is installed in one step.
    let isPart =
      finding.columnsToLog.isEmpty
      && findings.contains {
        !$0.columnsToLog.isEmpty && Set($0.tablesToLog) == Set(finding.tablesToLog)
      }
    guard !isPart else { return [] }
    let names = [options.store.text] + finding.tablesToLog
    // Without two hyphens before them, names that begin with one would be options.
    let hyphens = names.contains { $0.hasPrefix("-") } ? ["--"] : []
    let columns = finding.columnsToLog
    let option = columns.isEmpty ? [] : ["--columns", ColumnNames.argument(columns)]
    return [ShellWord.line(["sectional", "triggers", "install"] + option + hyphens + names)]
  }

  /// Returns the command that shows the list that some arguments ask for.
  private func list(_ words: [String]) -> String {
    let command = words.contains(CommandOption.window.name) ? "watch" : "list"
    return ShellWord.line(["sectional", command] + words)
  }

  private func json(_ findings: [RequestFinding]) -> String {
    JSONWriter.line { writer in
      writer.object { writer in
        writer.name("store")
        writer.string(options.store.text)
        writer.name("table")
        writer.string(options.table)
        writer.name("findings")
        writer.array(findings) { writer, finding in
          writer.object { writer in
            writer.name("kind")
            writer.string(finding.kind.description)
            writer.name("message")
            writer.string(finding.message)
            writer.name("advice")
            writer.string(finding.advice)
            writer.name("commands")
            writer.array(commands(for: finding, among: findings)) { $0.string($1) }
          }
        }
      }
    }
  }
}
