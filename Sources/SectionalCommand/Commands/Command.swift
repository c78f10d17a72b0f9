import Sectional

/// What the command line asks for.
enum Command {
  case list(ListOptions)
  case watch(ListOptions)
  case demo(path: String)
  case help(String)

  /// Reads the command line's arguments.
  init(_ arguments: [String]) throws {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil, "help", "--help", "-h": self = .help(try Usage.text(for: rest.first))
    case "list": self = try Command(rest, .list, named: "list")
    case "watch": self = try Command(rest, .watch, named: "watch")
    case "demo": self = try Command(rest, .demo, named: "demo")
    case "compare", "cache", "triggers":
      throw LaterFeature.later("the command \(arguments[0]) is", "list and watch are")
    case let name?:
      throw UsageError(
        "there is no command \(name); "
          + NearestName.suggestion(for: name, among: ["list", "watch", "demo", "help"]))
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
    default:
      guard arguments.positionals.count == 1 else {
        throw UsageError("demo takes one file: sectional demo Fixtures/regions.csv")
      }
      self = .demo(path: arguments.positionals[0])
    }
  }

  /// Does what was asked for.
  func run() async throws {
    switch self {
    case .list(let options): try await ListCommand(options: options).run()
    case .watch(let options): try await WatchCommand(options: options).run()
    case .demo(let path): try await DemoCommand(fixture: path).run()
    case .help(let text): StandardOutput.write(text)
    }
  }
}
