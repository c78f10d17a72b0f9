import Sectional

/// A command with its options.
enum Command {
  case list(ListOptions)
  case watch(ListOptions)
  case compare(CompareOptions)
  case triggers(TriggersOptions)
  case cache(CacheOptions)
  case generate(GenerateOptions)
  case demo(path: String)
  case help(String)

  /// Reads the command line's arguments.
  init(_ arguments: [String]) throws {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "--version", "version": self = .help("sectional \(Usage.version)\n")
    case nil, "help", "--help", "-h": self = .help(try Usage.text(for: rest.first))
    case "list": self = try Command(rest, .list, named: "list")
    case "watch": self = try Command(rest, .watch, named: "watch")
    case "demo": self = try Command(rest, .demo, named: "demo")
    case "compare": self = try Command(rest, .compare, named: "compare")
    case "triggers": self = try Command(rest, .triggers, named: "triggers")
    case "cache": self = try Command(rest, .cache, named: "cache")
    case "generate": self = try Command(rest, .generate, named: "generate")
    case let name?:
      throw UsageError(
        "unknown command \(name); "
          + NearestName.suggestion(
            for: name,
            among: [
              "list", "watch", "compare", "triggers", "cache", "generate", "demo", "help",
            ]))
    }
  }

  private init(_ arguments: [String], _ grammar: Arguments.Grammar, named name: String) throws {
    let arguments = try Arguments(arguments, grammar)
    guard !arguments.has("--help"), !arguments.has("-h") else {
      self = .help(try Usage.text(for: name))
      return
    }
    switch name {
    case "list": self = .list(try ListOptions(arguments, isWatching: false))
    case "watch": self = .watch(try ListOptions(arguments, isWatching: true))
    case "compare": self = .compare(try CompareOptions(arguments))
    case "triggers": self = .triggers(try TriggersOptions(arguments))
    case "cache": self = .cache(try CacheOptions(arguments))
    case "generate": self = .generate(try GenerateOptions(arguments))
    default:
      guard arguments.positionals.count == 1 else {
        throw UsageError("demo takes one file: sectional demo Fixtures/regions.csv")
      }
      self = .demo(path: arguments.positionals[0])
    }
  }

  /// Runs the command.
  ///
  /// - Returns: The exit status of the process.
  func run() async throws -> Int32 {
    switch self {
    case .compare(let options): return try await CompareCommand(options: options).run()
    case .cache(let options): return try await CacheCommand(options: options).run()
    case .list(let options): try await ListCommand(options: options).run()
    case .watch(let options): try await WatchCommand(options: options).run()
    case .generate(let options): try await GenerateCommand(options: options).run()
    case .triggers(let options): try await TriggersCommand(options: options).run()
    case .demo(let path): try await DemoCommand(fixture: path).run()
    case .help(let text): StandardOutput.write(text)
    }
    return 0
  }
}
