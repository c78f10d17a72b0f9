import Sectional

/// What the command line asks for.
enum Command {
  case list(ListOptions)
  case watch(ListOptions)
  case demo(path: String)
  case help(String)

  /// Reads the command line's arguments.
  init(_ arguments: [String]) throws {
    guard let name = arguments.first, !["help", "--help", "-h"].contains(name) else {
      self = .help(
        arguments.isEmpty ? Usage.overview : try Usage.text(for: arguments.dropFirst().first))
      return
    }
    let rest = Array(arguments.dropFirst())
    guard !rest.contains("--help"), !rest.contains("-h") else {
      self = .help(try Usage.text(for: name))
      return
    }
    self = try Command(name, rest)
  }

  private init(_ name: String, _ arguments: [String]) throws {
    switch name {
    case "list": self = .list(try ListOptions(Arguments(arguments, .list), isWatching: false))
    case "watch": self = .watch(try ListOptions(Arguments(arguments, .watch), isWatching: true))
    case "demo":
      let arguments = try Arguments(arguments, .demo)
      guard arguments.positionals.count == 1 else {
        throw UsageError("demo takes one file: sectional demo Fixtures/regions.csv")
      }
      self = .demo(path: arguments.positionals[0])
    case "compare", "cache", "triggers":
      throw StoreError(.unsupported, "\(name) is not part of this version yet; list and watch are")
    default:
      throw UsageError(
        "there is no command \(name); "
          + NearestName.suggestion(for: name, among: ["list", "watch", "demo", "help"]))
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
