/// The commands of the tool.
enum CommandName: String, CaseIterable {
  case list, watch, compare, triggers, cache, check, generate, demo, completion, help

  /// The options and flags that the command accepts.
  var grammar: Arguments.Grammar {
    switch self {
    case .list:
      Arguments.Grammar(
        options: CommandName.listOptions.union(["--at", "--around", "--from-section"]),
        flags: ["--rows", "--print-sql"])
    case .watch:
      Arguments.Grammar(
        options: CommandName.listOptions.union(["--alongside", "--window"]),
        flags: ["--rows", "--print-sql"])
    case .compare:
      Arguments.Grammar(
        options: CommandName.requestOptions.union([
          "--seed-from", "--map", "--second-table", "--html",
        ]), flags: ["--native", "--summary", "--torture"])
    case .check:
      Arguments.Grammar(
        options: CommandName.requestOptions.union(CommandName.windowOptions).union(["--window"]))
    case .triggers:
      Arguments.Grammar(
        options: ["--columns", "--format"], flags: ["--print", "--poll-only", "--notify"])
    case .cache: Arguments.Grammar(options: ["--format", "--app"], flags: ["--all"])
    case .generate: Arguments.Grammar(options: ["--name"])
    case .demo: Arguments.Grammar(options: ["--keep"])
    case .completion, .help: Arguments.Grammar()
    }
  }

  /// The words that can follow the command.
  var actions: [String] {
    switch self {
    case .triggers: TriggersOptions.Action.allCases.map(\.rawValue)
    case .cache: CacheOptions.Action.allCases.map(\.rawValue)
    case .completion: CompletionScript.Shell.allCases.map(\.rawValue)
    case .help: CommandName.allCases.filter { $0 != .help }.map(\.rawValue)
    default: []
    }
  }

  /// The values of the options that have a fixed set of them.
  var optionValues: [String: [String]] {
    switch self {
    case .list, .compare, .triggers, .cache, .check:
      ["--format": ["text", "json"], "--index": ["first-letter", "alphabet", "none"]]
    case .watch: ["--format": ["text", "jsonl"], "--index": ["first-letter", "alphabet", "none"]]
    default: [:]
    }
  }

  private static let requestOptions: Set<String> = [
    "--sql", "--key", "--where", "--search", "--section", "--sort", "--format",
  ]
  private static let windowOptions: Set<String> = ["--limit", "--offset"]
  private static let listOptions = requestOptions.union(windowOptions)
    .union(["--index", "--cache"])
}
