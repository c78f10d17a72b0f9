import Sectional

/// An option or a flag of the tool, declared once: the grammar, the help, the man page, the completion, what asks for the same
/// list again, and errors about it follow from this.
struct CommandOption: Sendable {
  /// The name with its hyphens.
  let name: String
  /// What the help calls the value; `nil` for a flag.
  let value: String?
  /// The commands that take the option.
  let commands: Set<CommandName>
  /// The commands that take the option and have no use for it, so that another command's line can be typed again with their
  /// names.
  var ignoredBy: Set<CommandName> = []
  /// What the option does, for the help.
  let help: String
  /// The only values that the option can have, the usual one first; empty if it can have others.
  var choices: [String] = []
  /// Values to propose, if the option can have others.
  var proposals: [String] = []
  /// Whether the option is part of what a list is, and not of how it is shown.
  var isOfRequest = false
  /// The part of a request that the option sets, which errors name.
  var part: StoreError.Part?

  /// The option as it is typed, with the name of its value.
  var synopsis: String { value.map { "\(name) \($0)" } ?? name }
}

extension CommandOption {
  /// All options, in the order of the help: first what is used most.
  static let all =
    requestOptions + extentOptions + listOptions + pageOptions + comparisonOptions
    + changeLogOptions + otherOptions + formats
}

extension CommandName {
  /// The options that the command has a use for, in the order of the help.
  var options: [CommandOption] { CommandOption.all.filter { $0.commands.contains(self) } }

  /// Those, and the options that the command has no use for.
  var acceptedOptions: [CommandOption] {
    CommandOption.all.filter { $0.commands.contains(self) || $0.ignoredBy.contains(self) }
  }
}

extension Arguments {
  /// Returns the value of an option that is a number of rows, or `nil` if it wasn't given.
  func count(of option: CommandOption, atLeast lowest: Int) throws -> Int? {
    guard let text = try value(of: option) else { return nil }
    guard let count = Int(text), count >= lowest else {
      throw UsageError(
        "\(option.name) needs a number of rows, \(lowest) or more: \(option.name) 20")
    }
    return count
  }

  /// Returns the value of an option that has a fixed set of them, or its usual one.
  func choice(of option: CommandOption) throws -> String {
    guard let typed = try value(of: option) else { return option.choices[0] }
    let text = option.choices.first { $0 == typed.lowercased() } ?? typed
    guard option.choices.contains(text) else {
      let known = option.choices.map { "\(option.name) \($0)" }
      throw UsageError("unknown \(option.name.dropFirst(2)) \(text); use \(known.alternatives)")
    }
    return text
  }

  /// Returns the options that ask for the same list, as they were typed.
  ///
  /// - Parameter excluded: The options to leave out.
  /// - Returns: The words.
  func requestWords(except excluded: CommandOption...) -> [String] {
    CommandOption.all.filter { option in
      option.isOfRequest && !excluded.contains { $0.name == option.name }
    }.flatMap { option in
      (has(option) ? [option.name] : []) + values(of: option).flatMap { [option.name, $0] }
    }
  }
}
