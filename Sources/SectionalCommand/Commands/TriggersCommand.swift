import Sectional
import SectionalSQLite

/// `sectional triggers`: has a file write down which rows change, and says whether it does.
struct TriggersCommand {
  let options: TriggersOptions

  func run() async throws {
    let isWriting = options.action != .status && !options.isPrinting
    let store = try options.store.openFile(access: isWriting ? .readWrite : .readOnly)
    if options.isPrinting {
      for statement in try await store.changeLogStatements(for: options.tables) {
        StandardOutput.write(statement + ";\n")
      }
      return
    }
    switch options.action {
    case .install: try await store.installChangeLog(for: options.tables)
    case .uninstall: try await store.uninstallChangeLog(for: options.tables)
    case .status: break
    }
    let statuses = try await store.changeLogStatus(
      of: options.tables.isEmpty ? nil : options.tables
    ).sorted { $0.key < $1.key }
    StandardOutput.write(options.isJSON ? json(statuses) : text(statuses))
  }

  private func text(_ statuses: [(key: String, value: SQLiteChangeLogStatus)]) -> String {
    let names = statuses.map { TerminalText.printable($0.key) }
    let width = names.map(DisplayWidth.columns).max() ?? 0
    return zip(names, statuses).map { name, status in
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
      return "\(name)\(padding)  \(status.value.explanation)\n"
    }.joined()
  }

  private func json(_ statuses: [(key: String, value: SQLiteChangeLogStatus)]) -> String {
    var writer = JSONWriter()
    writer.array(statuses) { writer, status in
      writer.object { writer in
        writer.name("table")
        writer.string(status.key)
        writer.name("changeLog")
        writer.string(status.value.rawValue)
      }
    }
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension SQLiteChangeLogStatus {
  /// What it means for lists, for people.
  fileprivate var explanation: String {
    switch self {
    case .installed: "installed  every writer's changes are followed row by row"
    case .outdated: "outdated   the table was changed since; install the triggers again"
    case .missing: "missing    another program's commit makes lists read all rows"
    }
  }
}
