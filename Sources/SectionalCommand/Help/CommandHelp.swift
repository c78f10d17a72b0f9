/// What the help says of a command; the text for a terminal and the man page are made from it.
struct CommandHelp: Sendable {
  /// A word of the command line, and what it stands for.
  struct Entry: Sendable {
    let name: String
    let help: String
  }

  /// What is typed after the command, apart from options.
  let arguments: String
  /// What the command does, in a few words.
  let summary: String
  /// What there is to know before the options.
  var paragraphs: [String] = []
  /// The words that can follow the command.
  var words: [Entry] = []
  /// What there is to know after the options.
  var ending: [String] = []
  /// Command lines that work as they stand, on what `sectional demo FIXTURE.csv --keep regions.sqlite` makes.
  var examples: [String] = []

  /// What a table is to every command that lists one.
  static let table = Entry(name: "TABLE", help: "a table or a view")
}

extension CommandName {
  /// The help for the command.
  var help: CommandHelp {
    switch self {
    case .tables: .tables
    case .list: .list
    case .watch: .watch
    case .compare: .compare
    case .check: .check
    case .triggers: .triggers
    case .cache: .cache
    case .generate: .generate
    case .demo: .demo
    case .completion: .completion
    case .help: .help
    }
  }

  /// The options that the command takes, as the help lists them.
  var entries: [CommandHelp.Entry] {
    help.words + options.map { CommandHelp.Entry(name: $0.synopsis, help: $0.help) }
  }

  /// The first line of the help.
  var usage: String {
    let parts = ["sectional", rawValue, help.arguments, options.isEmpty ? "" : "[options]"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
