/// The options of `sectional triggers`.
struct TriggersOptions {
  /// The action to perform on the triggers.
  enum Action: String, CaseIterable {
    case install, status, uninstall

    /// What the action does to a store, before the store's name.
    var activity: String {
      switch self {
      case .install: "installing the change log in"
      case .status: "examining"
      case .uninstall: "removing the change log from"
      }
    }
  }

  let action: Action
  let store: StoreAddress
  /// The tables that were named.
  let tables: [String]
  /// The columns whose old values the log is to keep.
  let columns: [String]
  let isJSON: Bool
  /// Whether to print the SQL instead of running it.
  let isPrinting: Bool
  /// Whether commits on a server notify listeners, or `nil` to keep what a log does.
  let notifies: Bool?

  init(_ arguments: Arguments) throws {
    let actions = Action.allCases.map(\.rawValue)
    guard let word = arguments.positionals.first, arguments.positionals.count > 1 else {
      throw UsageError(
        "triggers takes an action, a store and tables: sectional triggers install contacts.sqlite "
          + "contact")
    }
    guard let action = Action(rawValue: word) else {
      throw UsageError(
        "unknown action \(word); use \(actions.joined(separator: ", "))")
    }
    self.action = action
    store = try StoreAddress(arguments.positionals[1])
    tables = Array(arguments.positionals.dropFirst(2))
    try TriggersOptions.check(store, tables, word)
    guard !tables.isEmpty || action == .status else {
      let line = ShellWord.line(["sectional", "triggers", word, store.text])
      throw UsageError("name the tables: \(line) TABLE")
    }
    isPrinting = arguments.has(.print)
    guard !isPrinting || action == .install else {
      throw UsageError("--print is only for triggers install, not \(word)")
    }
    notifies = try TriggersOptions.notifies(arguments)
    guard notifies == nil || (action == .install && store.isServer) else {
      throw UsageError("--poll-only and --notify are only for triggers install on a server")
    }
    columns = try TriggersOptions.columns(arguments, action)
    isJSON = try arguments.choice(of: .changeLogFormat) == "json"
    guard !isPrinting || !isJSON else {
      throw UsageError("--print prints SQL; leave out --format json")
    }
  }

  /// Throws if a table is where the store should be.
  private static func check(_ store: StoreAddress, _ tables: [String], _ word: String) throws {
    guard store.isMissingFile else { return }
    let begin = ["sectional", "triggers", word]
    if let other = tables.first(where: StoreAddress.isLikely) {
      let rest = tables.filter { $0 != other }
      throw UsageError(
        "the store comes before the tables: \(ShellWord.line(begin + [other, store.text] + rest))")
    }
    guard tables.isEmpty, !StoreAddress.isLikely(store.text) else { return }
    let line = ShellWord.line(begin + ["contacts.sqlite", store.text])
    throw UsageError(
      "there is no store \(store.text); name one before the table: \(line)")
  }

  private static func notifies(_ arguments: Arguments) throws -> Bool? {
    switch (arguments.has(.pollOnly), arguments.has(.notify)) {
    case (true, true): throw UsageError("use --poll-only or --notify, not both")
    case (true, false): false
    case (false, true): true
    case (false, false): nil
    }
  }

  private static func columns(_ arguments: Arguments, _ action: Action) throws -> [String] {
    let lists = arguments.values(of: .columns)
    guard lists.isEmpty || action == .install else {
      throw UsageError("--columns is only for triggers install, not \(action.rawValue)")
    }
    let names = lists.flatMap(ColumnNames.names)
    guard !names.contains(where: \.isEmpty) else {
      throw UsageError("--columns takes names with commas between them: --columns team,name")
    }
    return names
  }
}
