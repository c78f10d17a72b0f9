/// The commands of the tool, in the order of the help.
enum CommandName: String, CaseIterable {
  case tables, list, watch, compare, check, triggers, cache, generate, demo, completion, help

  /// The options and flags that the command accepts.
  var grammar: Arguments.Grammar {
    let options = acceptedOptions
    return Arguments.Grammar(
      command: rawValue,
      options: Set(options.filter { $0.value != nil }.map(\.name)),
      flags: Set(options.filter { $0.value == nil }.map(\.name)))
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
}
