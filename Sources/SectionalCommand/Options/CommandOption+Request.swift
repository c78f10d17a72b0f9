import Sectional

/// The options that say which rows a list has, how they are grouped and in which order they are.
extension CommandOption {
  static let section = CommandOption(
    name: "--section", value: "COLUMN", commands: [.list, .watch, .check, .compare],
    help: "group the rows by a column, or by first-letter(COLUMN), prefix(COLUMN,N), "
      + "index(COLUMN,LOCALE[,LOCALE]), buckets(COLUMN,N,…), or "
      + "day|week|month|year|relative(COLUMN[,UNIT][,ZONE]). UNIT is the unit of numbers: s, ms, us, "
      + "100ns or ns, since 1970, 1601 or 2001, as in \"day(sent,ns since 2001)\"; by default s since 1970",
    isOfRequest: true, part: .section)

  static let sort = CommandOption(
    name: "--sort", value: "COLUMN[:desc][:COLLATION]",
    commands: [.list, .watch, .check, .compare],
    help: "sort by a column; repeatable. The collation is binary, caseInsensitive, folded (no case "
      + "and accents) or the order of a locale, such as localized(sv) or localized(de-u-co-phonebk)",
    isOfRequest: true, part: .sortBy)

  static let `where` = CommandOption(
    name: "--where", value: "SQL", commands: [.list, .watch, .check, .compare],
    help: "only the rows that match a condition", isOfRequest: true, part: .predicate)

  static let search = CommandOption(
    name: "--search", value: "COLUMN:TEXT", commands: [.list, .watch, .check, .compare],
    help:
      "only the rows whose column contains TEXT, ignoring case and accents; repeatable: a row must "
      + "match all", isOfRequest: true, part: .search)

  static let key = CommandOption(
    name: "--key", value: "COLUMN[,COLUMN]", commands: [.list, .watch, .check, .compare],
    help: "the columns that identify a row, for views and --sql; in SQLite tables, also rowid",
    isOfRequest: true, part: .keyColumns)

  static let sql = CommandOption(
    name: "--sql", value: "SQL", commands: [.list, .watch, .check, .compare],
    help: "list a read-only statement instead of a table", isOfRequest: true, part: .query)

  static let follows = CommandOption(
    name: "--follows", value: "TABLE:COLUMN", commands: [.list, .watch, .check],
    help:
      "with --sql or a view: a row of TABLE concerns the rows whose COLUMN has its primary key, or, as TABLE(OWN):COLUMN, "
      + "the value of its column OWN; repeatable. watch then reads only these rows again, and check tests whether it is true",
    isOfRequest: true, part: .follows)

  static let limit = CommandOption(
    name: "--limit", value: "N", commands: [.list, .watch, .check],
    help: "at most N rows; when one leaves, the next one enters", isOfRequest: true,
    part: .fetchLimit)

  static let offset = CommandOption(
    name: "--offset", value: "N", commands: [.list, .watch, .check],
    help: "leave out the first N rows of the order", isOfRequest: true, part: .fetchOffset)

  static let last = CommandOption(
    name: "--last", value: "N", commands: [.list, .watch, .check],
    help: "the last N rows, and what comes after them; at a terminal, watch loads earlier ones "
      + "when the cursor is at the top", isOfRequest: true, part: .fetchLast)

  static let window = CommandOption(
    name: "--window", value: "ROWS", commands: [.watch, .check],
    help: "hold about ROWS rows, and count the others in steps. Needs an index in the list's "
      + "order. Without a change log with old values, every change recounts all rows. jsonl has "
      + "the format 2", isOfRequest: true, part: .fetchWindowSize)

  static let sum = CommandOption(
    name: "--sum", value: "COLUMN", commands: [.list, .watch, .check],
    help: "show the sum of a column's numbers beside the count of each section; repeatable",
    isOfRequest: true, part: .aggregates)

  static let count = CommandOption(
    name: "--count", value: "COLUMN=VALUE", commands: [.list, .watch, .check],
    help: "show how many rows of each section have a value, such as is_read=0, or "
      + "[\"a=b\",0] for a column with an equals sign; repeatable",
    isOfRequest: true, part: .aggregates)

  static let requestOptions = [section, sort, `where`, search, key, sql, follows, sum, count]
  static let extentOptions = [limit, offset, last, window]
}
