import Sectional

/// A command with its options.
enum Command {
  case tables(TablesOptions)
  case list(ListOptions)
  case watch(ListOptions)
  case watchTables(WatchTablesCommand)
  case compare(CompareOptions)
  case triggers(TriggersOptions)
  case cache(CacheOptions)
  case check(CheckOptions)
  case generate(GenerateOptions)
  case demo(DemoOptions)
  case text(String)

  /// The release, which a tag of the repository names.
  static let version = "0.1.0"

  /// Reads the command line's arguments.
  init(_ arguments: [String]) throws {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "--version", "version": self = .text("sectional \(Command.version)\n")
    case nil, "--help", "-h": self = .text(HelpText.overview)
    case let word?:
      guard let name = CommandName(rawValue: word) else {
        // The name of a store alone asks what it has.
        guard StoreAddress.isLikely(word) || word.utf8.contains(UInt8(ascii: ".")) else {
          throw Command.unknown(word)
        }
        if let table = rest.first, !table.hasPrefix("-") {
          let line = ShellWord.line(["sectional"] + Command.words(beginningWith: word, rest))
          throw UsageError("name the command before the store: \(line)")
        }
        let arguments = try Arguments([word] + rest, CommandName.tables.grammar)
        self =
          try arguments.asksForHelp
          ? .text(HelpText.text(of: .tables)) : .tables(TablesOptions(arguments))
        return
      }
      let arguments = try Arguments(rest, name.grammar)
      self =
        try arguments.asksForHelp ? .text(HelpText.text(of: name)) : Command(name, arguments)
    }
  }

  /// Returns what was probably meant by words that begin with a store.
  private static func words(beginningWith store: String, _ rest: [String]) -> [String] {
    let (word, others) = (rest[0], rest.dropFirst())
    switch CommandName(rawValue: word) {
    case .list, .watch, .compare, .check, .generate, .tables: return [word, store] + others
    case .triggers where !others.isEmpty: return [word, rest[1], store] + others.dropFirst()
    // A table can have any name.
    case .triggers, .cache, .demo, .completion, .help, nil:
      return [CommandName.list.rawValue, store] + rest
    }
  }

  private init(_ name: CommandName, _ arguments: Arguments) throws {
    switch name {
    case .tables: self = .tables(try TablesOptions(arguments))
    case .list: self = .list(try ListOptions(arguments, isWatching: false))
    case .watch:
      if let store = try arguments.loneStore {
        self = .watchTables(try WatchTablesCommand(store, arguments))
      } else {
        self = .watch(try ListOptions(arguments, isWatching: true))
      }
    case .compare: self = .compare(try CompareOptions(arguments))
    case .triggers: self = .triggers(try TriggersOptions(arguments))
    case .cache: self = .cache(try CacheOptions(arguments))
    case .check: self = .check(try CheckOptions(arguments))
    case .generate: self = .generate(try GenerateOptions(arguments))
    case .demo: self = .demo(try DemoOptions(arguments))
    case .completion: self = .text(try CompletionScript(arguments).text)
    case .help:
      let words = arguments.positionals
      guard words.count < 2 else { throw UsageError("help takes one command: sectional help list") }
      let word = words.first ?? CommandName.help.rawValue
      guard let name = CommandName(rawValue: word) else { throw Command.unknown(word) }
      let isManPage = try arguments.choice(of: .helpFormat) == "man"
      self = .text(isManPage ? ManPage.text : HelpText.text(of: name))
    }
  }

  private static func unknown(_ word: String) -> UsageError {
    let names = CommandName.allCases.map(\.rawValue)
    return UsageError(
      "unknown command \(word); \(NearestName.suggestion(for: word, among: names))")
  }

  /// Runs the command.
  ///
  /// - Returns: The exit status of the process.
  func run() async throws -> Int32 {
    defer { ProgressLine.finish() }
    switch self {
    case .compare(let options): return try await CompareCommand(options: options).run()
    case .cache(let options): return try await CacheCommand(options: options).run()
    case .check(let options): return try await CheckCommand(options: options).run()
    case .tables(let options): try await TablesCommand(options: options).run()
    case .list(let options): try await ListCommand(options: options).run()
    case .watch(let options): try await WatchCommand(options: options).run()
    case .watchTables(let command): try await command.run()
    case .generate(let options): try await GenerateCommand(options: options).run()
    case .triggers(let options): try await TriggersCommand(options: options).run()
    case .demo(let options): try await DemoCommand(options: options).run()
    case .text(let text): StandardOutput.write(text)
    }
    return 0
  }
}
