import Sectional

/// The options that say how a list is shown, and which part of it.
extension CommandOption {
  static let index = CommandOption(
    name: "--index", value: "TITLES", commands: [.list, .watch], ignoredBy: [.check],
    help: "the titles of the section index: first-letter, alphabet, locale:LOCALE[,LOCALE] or none",
    proposals: ["first-letter", "alphabet", "none"], isOfRequest: true, part: .indexTitle)

  static let cache = CommandOption(
    name: "--cache", value: "NAME", commands: [.list, .watch], ignoredBy: [.check],
    help:
      "keep the sections on disk as NAME, and read them from there if the store proves them up to "
      + "date", isOfRequest: true)

  static let alongside = CommandOption(
    name: "--alongside", value: "SQL", commands: [.watch],
    help: "add this query's rows from the same snapshot to each line", part: .alongside)

  static let rows = CommandOption(
    name: "--rows", value: nil, commands: [.list, .watch], ignoredBy: [.check],
    help: "include the row with every id (JSON only)")

  static let statistics = CommandOption(
    name: "--statistics", value: nil, commands: [.watch],
    help:
      "end each snapshot and changes line with the rows that were read for it, and why all were, if they were (jsonl only)"
  )

  static let printSQL = CommandOption(
    name: "--print-sql", value: nil, commands: [.list, .watch], ignoredBy: [.check],
    help: "print the SQL of the request, and stop")

  static let shownColumns = CommandOption(
    name: "--columns", value: "COLUMN[,COLUMN…]", commands: [.list, .watch], ignoredBy: [.check],
    help: "show these columns, in this order")

  static let record = CommandOption(
    name: "--record", value: nil, commands: [.list, .watch], ignoredBy: [.check],
    help: "show each row as a record, a column on each line")

  static let changes = CommandOption(
    name: "--changes", value: nil, commands: [.watch],
    help:
      "print each change instead of redrawing the list; the default without a terminal. Above ten "
      + "changes a second, print one total per second")

  static let listOptions = [
    shownColumns, record, changes, index, cache, alongside, rows, statistics, printSQL,
  ]

  static let at = CommandOption(
    name: "--at", value: "RANK", commands: [.list, .check],
    help:
      "show --limit rows (20) from RANK on, counted from 0; with an index in the order, read only "
      + "these")

  static let around = CommandOption(
    name: "--around", value: "KEY", commands: [.list, .check],
    help:
      "show the rows around the one with KEY: its id as in the JSON, or the key columns' values, "
      + "separated by commas")

  static let fromSection = CommandOption(
    name: "--from-section", value: "VALUE", commands: [.list, .check],
    help:
      "show the rows from the start of a section on; VALUE is its key as in the JSON; text needs "
      + "quotation marks only if it looks like another value")

  static let pageOptions = [at, around, fromSection]
}
