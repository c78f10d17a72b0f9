import Sectional

/// `sectional tables`: shows which tables and views a store has.
struct TablesCommand {
  let options: TablesOptions

  func run() async throws {
    ProgressLine.show("examining \(options.store.text)")
    let tables = try await options.store.tables()
    StandardOutput.write(options.isJSON ? json(tables) : text(tables))
  }

  private func text(_ tables: [TableSummary]) -> String {
    let style = TerminalStyle.current()
    guard !tables.isEmpty else {
      return TerminalText.printable("\(options.store.text) has no tables that you may read") + "\n"
    }
    let rows = tables.map(\.cells)
    let table = TextTable(titles: TableSummary.titles, measuring: rows, style: style)
    let views = tables.count(where: \.isView)
    let counts = [
      CountText.text(tables.count - views, "table"),
      views > 0 ? CountText.text(views, "view") : nil,
    ].compactMap(\.self)
    let headline = WrappedHeadline(
      title: TerminalText.printable(options.store.text), phrases: [counts.joined(separator: ", ")])
    let problems = tables.compactMap { table in
      table.problem.map { TerminalText.printable("\(table.name) can't be read: \($0)") }
    }
    let commands = tables.map { table in
      // Rows without a key of the store's own need one that a person knows.
      let key =
        table.hasKey
        ? [] : ["--key", table.keyToName.map { ColumnNames.argument([$0]) } ?? "COLUMN"]
      return ShellWord.line(
        ["sectional", "list"] + Arguments.words([options.store.text, table.name], key))
    }
    var lines = headline.lines(of: style.width).map(style.bold) + ["", table.titleLine()]
    lines += rows.map { table.line($0) } + [""]
    if !problems.isEmpty { lines += problems + [""] }
    lines += commands.map(TerminalText.printable)
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ tables: [TableSummary]) -> String {
    JSONWriter.line { writer in
      writer.array(tables) { writer, table in writer.object { table.write(to: &$0) } }
    }
  }
}
