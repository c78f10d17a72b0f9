import Sectional

/// The options of `compare`.
extension CommandOption {
  static let map = CommandOption(
    name: "--map", value: "COLUMN=OTHER", commands: [.compare],
    help: "a column that is called OTHER in the second store; repeatable", isOfRequest: true)

  static let secondTable = CommandOption(
    name: "--second-table", value: "NAME", commands: [.compare],
    help: "the table's name in the second store", isOfRequest: true)

  static let names = CommandOption(
    name: "--names", value: "FIRST,SECOND", commands: [.compare],
    help: "what to call the stores in the text and on the page, such as --names before,after")

  static let native = CommandOption(
    name: "--native", value: nil, commands: [.compare],
    help: "also compare the stores' own order: NULLs and collations")

  static let summary = CommandOption(
    name: "--summary", value: nil, commands: [.compare],
    help: "write counts, causes and first examples only")

  static let html = CommandOption(
    name: "--html", value: "FILE", commands: [.compare],
    help: "also write a page that shows the differences side by side")

  static let seedFrom = CommandOption(
    name: "--seed-from", value: "FILE.csv", commands: [.compare],
    help: "first create the table in both and load the file's rows. The first line has names, or "
      + "name:TYPE with one of \(SeedType.allCases.map(\.rawValue).joined(separator: ", ")); without "
      + "a type it is integer, real or text. The key is the first column, or those of --key. An empty "
      + "field is NULL, \"\" is an empty text. It is an error if the table exists")

  static let torture = CommandOption(
    name: "--torture", value: nil, commands: [.compare],
    help: "first create the table in both and load difficult values of every kind")

  static let accept = CommandOption(
    name: "--accept", value: "CAUSE[:COLUMN]", commands: [.compare],
    help: "accept a cause of differences, in a column or in all, such as dateForm:created; "
      + "repeatable. The exit status is 3 only for others")

  static let acceptFrom = CommandOption(
    name: "--accept-from", value: "FILE", commands: [.compare],
    help: "accept the causes in a file, one per line; # begins a comment")

  static let ignore = CommandOption(
    name: "--ignore", value: "COLUMN[,COLUMN…]", commands: [.compare],
    help: "don't compare these columns; repeatable", isOfRequest: true)

  static let comparisonOptions = [
    ignore, accept, acceptFrom, map, secondTable, names, native, summary, html, seedFrom,
    torture,
  ]
}
