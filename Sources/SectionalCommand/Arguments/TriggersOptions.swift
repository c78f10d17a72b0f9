/// What `sectional triggers` was asked to do.
struct TriggersOptions {
  /// What to do with the triggers.
  enum Action: String, CaseIterable {
    case install, status, uninstall
  }

  let action: Action
  let store: StoreAddress
  /// The tables that were named.
  let tables: [String]
  let isJSON: Bool
  /// Whether to print the SQL and not to run it.
  let isPrinting: Bool
  /// Whether commits notify listeners, on a server.
  let notifies: Bool

  init(_ arguments: Arguments) throws {
    let actions = Action.allCases.map(\.rawValue)
    guard let word = arguments.positionals.first, arguments.positionals.count > 1 else {
      throw UsageError(
        "triggers takes what to do, a store and tables: sectional triggers install contacts.sqlite "
          + "contact")
    }
    guard let action = Action(rawValue: word) else {
      throw UsageError(
        "triggers can't \(word); it can \(actions.joined(separator: ", "))")
    }
    self.action = action
    store = try StoreAddress(arguments.positionals[1])
    tables = Array(arguments.positionals.dropFirst(2))
    guard !tables.isEmpty || action == .status else {
      throw UsageError("name the tables: sectional triggers \(word) \(store.text) TABLE")
    }
    isPrinting = arguments.has("--print")
    guard !isPrinting || action == .install else {
      throw UsageError("--print shows the SQL of triggers install, not of \(word)")
    }
    notifies = !arguments.has("--poll-only")
    guard notifies || (action == .install && store.isServer) else {
      throw UsageError("--poll-only is for triggers install on a server")
    }
    switch try arguments.value(of: "--format") ?? "text" {
    case "text": isJSON = false
    case "json": isJSON = true
    default: throw UsageError("triggers has --format text or json")
    }
  }
}
