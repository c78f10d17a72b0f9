import Sectional

/// The options of the other commands, and those that choose a form of output.
extension CommandOption {
  static let columns = CommandOption(
    name: "--columns", value: "COLUMN[,COLUMN…]", commands: [.triggers],
    help: "also log the old values of these columns, which makes some lists cheaper; repeatable. "
      + "Installing again removes none")

  static let pollOnly = CommandOption(
    name: "--poll-only", value: nil, commands: [.triggers],
    help: "on a server: don't notify, so lists poll. For many writers, transaction poolers and "
      + "two-phase commits. Installing again keeps this")

  static let notify = CommandOption(
    name: "--notify", value: nil, commands: [.triggers],
    help: "on a server: undo --poll-only")

  static let print = CommandOption(
    name: "--print", value: nil, commands: [.triggers],
    help:
      "print the SQL that install would run, and stop; run it in one transaction. Prints nothing "
      + "if installed")

  static let changeLogOptions = [columns, pollOnly, notify, print]

  static let app = CommandOption(
    name: "--app", value: "NAME", commands: [.cache],
    help: "the caches of another application: its bundle identifier or the name of its executable")

  static let allCaches = CommandOption(
    name: "--all", value: nil, commands: [.cache], help: "for rm: every cache")

  static let typeName = CommandOption(
    name: "--name", value: "NAME", commands: [.generate],
    help: "the struct's name; made from the table's without it")

  static let keep = CommandOption(
    name: "--keep", value: "FILE", commands: [.demo],
    help: "only make the file, for the examples of the other commands")

  static let otherOptions = [app, allCaches, typeName, keep]

  static let format = CommandOption(
    name: "--format", value: "text|json", commands: [.compare, .check],
    help: "for people, or one JSON object", choices: ["text", "json"])

  static let listFormat = CommandOption(
    name: "--format", value: "text|json|csv|tsv|markdown", commands: [.list],
    help:
      "for people, one JSON object, or a table for other programs. In CSV an empty field is NULL "
      + "and \"\" an empty text; in TSV \\N is NULL",
    choices: ["text", "json", "csv", "tsv", "markdown"])

  static let tablesFormat = CommandOption(
    name: "--format", value: "text|json", commands: [.tables],
    help: "for people, or one JSON array", choices: ["text", "json"])

  static let watchFormat = CommandOption(
    name: "--format", value: "text|jsonl", commands: [.watch],
    help: "for people, or one JSON object per line", choices: ["text", "jsonl"])

  static let changeLogFormat = CommandOption(
    name: "--format", value: "text|json", commands: [.triggers],
    help: "for people, or one JSON array", choices: ["text", "json"])

  static let cacheFormat = CommandOption(
    name: "--format", value: "text|json", commands: [.cache],
    help: "for people, or JSON: an array for ls and rm, else an object per line",
    choices: ["text", "json"])

  static let helpFormat = CommandOption(
    name: "--format", value: "text|man", commands: [.help],
    help: "for people at a terminal, or the source of a man page", choices: ["text", "man"])

  static let formats = [
    listFormat, format, watchFormat, tablesFormat, changeLogFormat, cacheFormat, helpFormat,
  ]
}
