import Sectional
import SectionalPostgres
import SectionalSQLite

/// `sectional triggers`: makes a database log which rows change, and reports whether it does.
struct TriggersCommand {
  let options: TriggersOptions

  func run() async throws {
    let isWriting = options.action != .status && !options.isPrinting
    let store = try options.store.openLogged(access: isWriting ? .readWrite : .readOnly)
    ProgressLine.show("\(options.action.activity) \(options.store.text)")
    if options.isPrinting {
      for statement in try await statements(store) { StandardOutput.write(statement + ";\n") }
      return
    }
    switch options.action {
    case .install: try await install(store)
    case .uninstall: try await store.uninstallChangeLog(for: options.tables)
    case .status: break
    }
    let statuses = try await store.changeLogStatus(
      of: options.tables.isEmpty ? nil : options.tables)
    let columns = try await keptColumns(store)
    let logs = statuses.sorted { $0.key < $1.key }.map {
      TableLog(table: $0.key, status: $0.value, columns: columns[$0.key] ?? [])
    }
    StandardOutput.write(options.isJSON ? json(logs) : text(logs))
  }

  private struct TableLog {
    let table: String
    let status: ChangeLogStatus
    /// The columns whose old values the log keeps.
    let columns: [String]
  }

  private func keptColumns(_ store: any ChangeLoggingStore) async throws -> [String: [String]] {
    guard let store = store as? any OldValueLoggingStore else { return [:] }
    return try await store.changeLogColumns(of: options.tables.isEmpty ? nil : options.tables)
  }

  private func storeWithOldValues(
    _ store: any ChangeLoggingStore
  ) throws -> any OldValueLoggingStore {
    guard let store = store as? any OldValueLoggingStore else {
      throw StoreError(
        .unsupported, "the change log of this store keeps no old values; leave out --columns")
    }
    return store
  }

  private func statements(_ store: any ChangeLoggingStore) async throws -> [String] {
    if let server = store as? PostgresStore {
      return try await server.changeLogStatements(
        for: options.tables, oldValuesOf: options.columns, notifying: options.notifies)
    }
    guard options.columns.isEmpty else {
      return try await storeWithOldValues(store).changeLogStatements(
        for: options.tables, oldValuesOf: options.columns)
    }
    return try await store.changeLogStatements(for: options.tables)
  }

  private func install(_ store: any ChangeLoggingStore) async throws {
    if let server = store as? PostgresStore {
      return try await server.installChangeLog(
        for: options.tables, oldValuesOf: options.columns, notifying: options.notifies)
    }
    guard options.columns.isEmpty else {
      return try await storeWithOldValues(store).installChangeLog(
        for: options.tables, oldValuesOf: options.columns)
    }
    try await store.installChangeLog(for: options.tables)
  }

  private func text(_ logs: [TableLog]) -> String {
    let names = logs.map { TerminalText.printable($0.table) }
    let width = names.map(DisplayWidth.columns).max() ?? 0
    let widest = logs.map(\.status.rawValue.count).max() ?? 0
    return zip(names, logs).map { name, log in
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
      let space = String(repeating: " ", count: widest - log.status.rawValue.count)
      let explanation = ChangeLogText.explanation(
        of: log.status, onServer: options.store.isServer, keepingOldValuesOf: log.columns)
      return "\(name)\(padding)  \(log.status.rawValue)\(space)  \(explanation)\n"
    }.joined()
  }

  private func json(_ logs: [TableLog]) -> String {
    var writer = JSONWriter()
    writer.array(logs) { writer, log in
      writer.object { writer in
        writer.name("table")
        writer.string(log.table)
        writer.name("changeLog")
        writer.string(log.status.rawValue)
        guard !log.columns.isEmpty else { return }
        writer.name("columns")
        writer.array(log.columns) { writer, column in writer.string(column) }
      }
    }
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
