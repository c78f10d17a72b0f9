import Sectional

/// The options of `sectional check`.
struct CheckOptions {
  let store: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  let request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  let isJSON: Bool

  init(_ arguments: Arguments) throws {
    try LaterFeature.refuse(in: arguments)
    let sql = try arguments.value(of: "--sql")
    guard arguments.positionals.count == (sql == nil ? 2 : 1) else {
      throw UsageError(
        "check takes a store and a table, or a store and --sql: "
          + "sectional check contacts.sqlite contact --section team")
    }
    store = try StoreAddress(arguments.positionals[0])
    table = sql == nil ? arguments.positionals[1] : nil
    section = try arguments.value(of: "--section").map { try SectionArgument($0) }
    request = try ListOptions.request(arguments, table: table, sql: sql)
    switch try arguments.value(of: "--format") ?? "text" {
    case "text": isJSON = false
    case "json": isJSON = true
    default: throw UsageError("check supports --format text or json")
    }
  }
}
