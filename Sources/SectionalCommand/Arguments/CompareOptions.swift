import Sectional
import SectionalComparison

/// The options of `compare`.
struct CompareOptions {
  let first: StoreAddress
  let second: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  let request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  /// The request with the names that the second store has.
  let secondRequest: ResultsRequest<StoredRow>
  let secondSection: SectionArgument?
  /// The columns that have another name in the second store.
  let renamed: [String: String]
  /// The columns that aren't compared.
  let ignored: [String]
  /// Whether to compare each store's own order as well.
  let isNative: Bool
  let output: CompareOutput
  /// The columns that are searched, by their names in each store.
  let searched: (first: [String], second: [String])
  let seed: SeedArguments
  /// The request as it was typed, for people.
  let requestText: String

  /// Reads the options from the arguments of the command.
  init(_ arguments: Arguments) throws {
    let sql = try arguments.value(of: .sql)
    guard arguments.positionals.count == (sql == nil ? 3 : 2) else {
      throw UsageError(
        "compare takes two stores and a table, or two stores and --sql: "
          + "sectional compare office.sqlite postgres://localhost/office contact --section team")
    }
    first = try StoreAddress(arguments.positionals[0])
    second = try StoreAddress(arguments.positionals[1])
    table = sql == nil ? arguments.positionals[2] : nil
    section = try arguments.value(of: .section).map { try SectionArgument($0) }
    request = try ListOptions.request(arguments, table: table, sql: sql)
    let renaming = try ColumnRenaming(arguments.values(of: .map))
    renamed = renaming.names
    let other = renaming.applied(to: arguments)
    secondSection = try other.value(of: .section).map { try SectionArgument($0) }
    secondRequest = try ListOptions.request(
      other, table: try arguments.value(of: .secondTable) ?? table, sql: sql)
    ignored = arguments.values(of: .ignore).flatMap(ColumnNames.names)
    isNative = arguments.has(.native)
    output = try CompareOutput(arguments)
    searched = (arguments.searchedColumns, other.searchedColumns)
    seed = try SeedArguments(arguments)
    requestText = ShellWord.line(arguments.requestWords())
    try checkSeed()
  }

  private func checkSeed() throws {
    guard !seed.isEmpty else { return }
    guard table != nil else {
      throw UsageError(
        "--seed-from and --torture load a table; name a table instead of using --sql")
    }
    guard renamed.isEmpty, secondRequest.source == request.source else {
      throw UsageError(
        "--seed-from and --torture use one set of names; leave out --map and --second-table"
      )
    }
  }

  /// The name of the table in each store, or `nil` if the rows come from SQL.
  var tables: (first: String, second: String)? {
    guard case .table(let second) = secondRequest.source, let table else { return nil }
    return (table, second)
  }

  /// What the stores are called in what people read.
  var names: (first: String, second: String) { output.names ?? (first.text, second.text) }

  /// What a page says of the comparison.
  var description: ComparisonPage.Description {
    ComparisonPage.Description(
      stores: (first.text, second.text), tables: tables, request: requestText,
      accepted: output.accepted, names: output.names)
  }

  /// The table to load into both stores first, or `nil` if none is.
  func seedTable() throws -> SeedTable? {
    try seed.table(named: table ?? "", keyColumns: request.keyColumns)
  }
}
