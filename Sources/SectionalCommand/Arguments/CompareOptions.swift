import Sectional

/// The options of `compare`.
struct CompareOptions {
  let first: StoreAddress
  let second: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  let request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  /// Whether to compare each store's own order as well.
  let isNative: Bool
  let isJSON: Bool
  /// The file to load into both stores first.
  let seed: String?
  let keyColumns: [String]?

  /// Reads the options from the arguments of the command.
  init(_ arguments: Arguments) throws {
    let sql = try arguments.value(of: "--sql")
    guard arguments.positionals.count == (sql == nil ? 3 : 2) else {
      throw UsageError(
        "compare takes two stores and a table, or two stores and --sql: "
          + "sectional compare office.sqlite postgres://localhost/office contact --section team")
    }
    first = try StoreAddress(arguments.positionals[0])
    second = try StoreAddress(arguments.positionals[1])
    table = sql == nil ? arguments.positionals[2] : nil
    section = try arguments.value(of: "--section").map { try SectionArgument($0) }
    request = try ListOptions.request(arguments, table: table, sql: sql)
    keyColumns = request.keyColumns
    isNative = arguments.has("--native")
    seed = try arguments.value(of: "--seed-from")
    guard seed == nil || table != nil else {
      throw UsageError("--seed-from loads a table; name a table instead of using --sql")
    }
    let format = try arguments.value(of: "--format") ?? "text"
    guard ["text", "json"].contains(format) else {
      throw UsageError("unknown format \(format); use --format text or --format json")
    }
    isJSON = format == "json"
  }
}
