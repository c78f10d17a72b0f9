import Sectional

/// What `compare` is asked to do.
struct CompareOptions {
  let first: StoreAddress
  let second: StoreAddress
  /// The table or view; nothing where the rows come from SQL.
  let table: String?
  let request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  /// Whether each store's own order is looked at too.
  let isNative: Bool
  let isJSON: Bool
  /// The file to load into both stores first.
  let seed: String?
  let keyColumns: [String]?

  /// Reads the options of the command.
  init(_ arguments: Arguments) throws {
    try LaterFeature.refuse(in: arguments)
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
      throw UsageError("--seed-from loads a table; name one in place of --sql")
    }
    let format = try arguments.value(of: "--format") ?? "text"
    guard ["text", "json"].contains(format) else {
      throw UsageError("there is no format \(format) here; say --format text or --format json")
    }
    isJSON = format == "json"
  }
}
