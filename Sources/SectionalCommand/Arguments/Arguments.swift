import Sectional

/// A command line that can't be understood.
///
/// The message ends with what to type instead.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The arguments of a command, separated into options, flags and positional arguments.
struct Arguments {
  /// The options that a command accepts.
  struct Grammar {
    var command: String
    var options: Set<String> = []
    /// The flags, apart from those that show help.
    var flags: Set<String> = []

    /// The names of the options and flags, with that for help.
    var names: [String] { options.union(flags).union(["--help"]).sorted() }

    /// What other programs call options of this one.
    private static let otherNames = [
      "--order": "--sort", "--order-by": "--sort", "--orderby": "--sort", "--group": "--section",
      "--group-by": "--section", "--groupby": "--section", "--by": "--section",
      "--filter": "--where", "--query": "--sql", "--max": "--limit", "--head": "--limit",
      "--skip": "--offset", "--json": "--format json", "--csv": "--format csv",
    ]

    /// What to type in place of an option that doesn't exist.
    func suggestion(for name: String) -> String {
      let other = Grammar.otherNames[name.lowercased()]
      if let other, let option = other.split(separator: " ").first, names.contains(String(option)) {
        return "did you mean \(other)?"
      }
      let options = CommandOption.all.filter { $0.name == name }
      if !options.isEmpty {
        let commands = CommandName.allCases.filter { command in
          options.contains { $0.commands.contains(command) }
        }.map(\.rawValue)
        return "it is an option of \(commands.alternatives)"
      }
      let nearest = NearestName.nearest(to: name, among: names)
      return nearest.map { "did you mean \(quoted($0))?" }
        ?? "sectional help \(command) lists the options"
    }
  }

  private static let helpFlags: Set<String> = ["--help", "-h"]

  /// The positional arguments.
  private(set) var positionals: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Reads `--name value`, `--name=value`, flags, and everything after `--` verbatim.
  init(_ arguments: [String], _ grammar: Grammar) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positionals += rest
        return
      }
      guard argument.hasPrefix("-"), argument.count > 1 else {
        positionals.append(argument)
        continue
      }
      try readOption(argument, &rest, grammar)
    }
  }

  private mutating func readOption(
    _ argument: String, _ rest: inout ArraySlice<String>, _ grammar: Grammar
  ) throws {
    let parts = argument.parts(at: "=", maxSplits: 1)
    let name = parts[0]
    if grammar.flags.contains(name) || Arguments.helpFlags.contains(name) {
      guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
      flags.insert(name)
      return
    }
    guard grammar.options.contains(name) else {
      // What can't be an option's name may hold a password.
      let word = name.prefix { $0 == "-" || $0.isLetter || $0.isNumber }
      throw UsageError(
        "unknown option \(word); "
          + grammar.suggestion(for: name))
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw UsageError("\(name) needs a value; sectional help has examples")
    }
    values[name, default: []].append(value)
  }

  /// Returns positional arguments and options as they can be typed; two hyphens precede the positional ones if one of them
  /// would be read as an option.
  static func words(_ positionals: [String], _ options: [String]) -> [String] {
    let areOptions = positionals.contains { $0.hasPrefix("-") }
    return areOptions ? options + ["--"] + positionals : positionals + options
  }

  /// The names of the options and flags that were given.
  var given: Set<String> { flags.union(values.keys) }

  /// Whether help was asked for.
  var asksForHelp: Bool { !flags.isDisjoint(with: Arguments.helpFlags) }

  /// Returns the arguments with other values of the options.
  ///
  /// - Parameter transform: Returns the value of an option, from its name and its value.
  /// - Returns: The arguments.
  func mapping(_ transform: (String, String) -> String) -> Arguments {
    var arguments = self
    arguments.values = Dictionary(
      uniqueKeysWithValues: values.map { name, values in
        (name, values.map { transform(name, $0) })
      })
    return arguments
  }

  /// Returns whether a flag was given.
  func has(_ flag: CommandOption) -> Bool { flags.contains(flag.name) }

  /// Returns every value of an option, in the order they were given.
  func values(of option: CommandOption) -> [String] { values[option.name] ?? [] }

  /// Returns the value of an option that may be given once.
  func value(of option: CommandOption) throws -> String? {
    let values = values(of: option)
    guard values.count < 2 else { throw UsageError("\(option.name) can be given only once") }
    return values.first
  }
}
