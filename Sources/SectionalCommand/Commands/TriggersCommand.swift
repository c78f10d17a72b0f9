import Sectional
import SectionalSQLite

/// `sectional triggers`: makes a database log which rows change, and reports whether it does.
struct TriggersCommand {
  let options: TriggersOptions

  func run() async throws {
    let isWriting = options.action != .status && !options.isPrinting
    let store = try options.store.openLogged(access: isWriting ? .readWrite : .readOnly)
    if options.isPrinting {
      let statements = try await store.changeLogStatements(
        for: options.tables, notifying: options.notifies)
      for statement in statements { StandardOutput.write(statement + ";\n") }
      return
    }
    ProgressLine.show("\(options.action.activity) \(options.store.text)")
    switch options.action {
    case .install:
      try await store.installChangeLog(for: options.tables, notifying: options.notifies)
    case .uninstall: try await store.uninstallChangeLog(for: options.tables)
    case .status: break
    }
    let logs = try await store.logs(of: options.tables.isEmpty ? nil : options.tables)
      .sorted { $0.table < $1.table }
    StandardOutput.write(options.isJSON ? json(logs) : text(logs))
  }

  private func text(_ logs: [TableLogText]) -> String {
    let names = logs.map { TerminalText.printable($0.table) }
    let width = names.map(DisplayWidth.columns).max() ?? 0
    let widest = logs.map(\.status.count).max() ?? 0
    return zip(names, logs).map { name, log in
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
      let space = String(repeating: " ", count: widest - log.status.count)
      return "\(name)\(padding)  \(log.status)\(space)  \(log.explanation)\n"
    }.joined()
  }

  private func json(_ logs: [TableLogText]) -> String {
    var writer = JSONWriter()
    writer.array(logs) { writer, log in
      writer.object { writer in
        writer.name("table")
        writer.string(log.table)
        writer.name("changeLog")
        writer.string(log.status)
      }
    }
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
