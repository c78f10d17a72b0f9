import Foundation
import Sectional
import SectionalSQL

/// The options of `list` and `watch`.
struct ListOptions {
  let store: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  private(set) var request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  let indexTitle: SectionIndexTitle
  let output: ListOutput
  let alongside: ResultsRequest<StoredRow>?
  /// The part of the list to read, if it isn't the whole list.
  let page: PageArgument?
  /// The name of the section cache.
  private(set) var cacheName: String?
  /// The arguments that ask for the same list from any working directory.
  let origin: [String]

  /// What is computed of each section.
  let aggregates: [AggregateArgument]

  /// The columns that are searched for texts.
  let searchedColumns: [String]

  /// How the store writes the values of its columns, once that is known.
  var forms = ColumnForms.none

  /// Whether a section can have more rows than those of the list.
  var isPart: Bool {
    request.fetchLimit > 0 || request.fetchOffset > 0 || request.fetchLast > 0 || page != nil
  }

  /// Whether a row of the table can leave the list without being deleted.
  var isOfSomeRows: Bool {
    table == nil || request.storePredicate != nil || request.search != nil
      || request.fetchLimit > 0 || request.fetchOffset > 0 || request.fetchLast > 0
  }

  /// The same list, without a cache.
  var withoutCache: ListOptions {
    var options = self
    options.cacheName = nil
    return options
  }

  /// The same list, of which all rows are held, without a cache.
  var whole: ListOptions {
    guard request.fetchWindowSize > 0 else { return withoutCache }
    var options = withoutCache.withoutContents
    options.request.fetchWindowSize = 0
    return options
  }

  /// The same list, without columns that aren't needed for its sections, its order and the identities of its rows.
  var withoutContents: ListOptions {
    var options = self
    options.request.isOutlineOnly = true
    return options
  }

  /// Reads the options from the arguments of a command.
  init(_ arguments: Arguments, isWatching: Bool) throws {
    let source = try ListSource(arguments, of: isWatching ? .watch : .list)
    (store, table) = (source.store, source.table)
    section = try arguments.value(of: .section).map { try SectionArgument($0) }
    request = try ListOptions.request(arguments, table: table, sql: source.sql)
    indexTitle = try ListOptions.indexTitle(arguments)
    output = try ListOutput(arguments, isWatching: isWatching)
    alongside = try arguments.value(of: .alongside).map { ListOptions.alongside($0) }
    page = isWatching ? nil : try ListOptions.page(arguments, of: request)
    // The page counts its rows from elsewhere.
    if page != nil { request.fetchLimit = 0 }
    aggregates = try ListOptions.aggregates(arguments, of: request, isPage: page != nil)
    for argument in aggregates { request.compute(argument.aggregate) }
    guard aggregates.isEmpty || output.isJSON || output.format == .text else {
      throw UsageError("--sum and --count are shown as text and in JSON; leave out --format")
    }
    searchedColumns = arguments.searchedColumns
    cacheName = try arguments.value(of: .cache)
    guard cacheName != "" else { throw UsageError("--cache needs a name: --cache contacts") }
    origin = Arguments.words(
      [store.absoluteText] + arguments.positionals.dropFirst(), arguments.requestWords())
  }

  /// Reads which page of a request is shown, if not all of it.
  static func page(
    _ arguments: Arguments, of request: ResultsRequest<StoredRow>
  ) throws -> PageArgument? {
    let page = try PageArgument(arguments)
    guard page == nil || !arguments.has(.printSQL) else {
      throw UsageError(
        "--print-sql prints the SQL of the whole list; leave it out, or the option for a page")
    }
    guard page == nil || (request.fetchLast, request.fetchWindowSize) == (0, 0) else {
      let option = request.fetchLast == 0 ? "--window" : "--last"
      throw UsageError("\(option) can't be combined with a page; leave out one of them")
    }
    return page
  }

  /// Reads what is computed of each section of a request.
  static func aggregates(
    _ arguments: Arguments, of request: ResultsRequest<StoredRow>, isPage: Bool
  ) throws -> [AggregateArgument] {
    let aggregates = try AggregateArgument.all(arguments)
    guard aggregates.isEmpty || !isPage else {
      throw UsageError("--sum and --count can't be combined with a page; leave out one of them")
    }
    return aggregates
  }

  static func request(
    _ arguments: Arguments, table: String?, sql: String?
  ) throws -> ResultsRequest<StoredRow> {
    let key = try arguments.value(of: .key).map(keyColumns)
    let sort = try arguments.values(of: .sort).map { try SortArgument($0).key }
    let condition = try arguments.value(of: .`where`).map { StoreText($0) }
    guard condition.map({ ReadStatement.isBlank($0.text) }) != true else {
      throw UsageError("--where needs a condition: --where \"team = 'Red'\"")
    }
    let source =
      table.map { RowSource.table($0) }
      ?? .query(StoreText(ReadStatement.withoutTerminator(sql ?? "")))
    var request = ResultsRequest(
      source: source, predicate: condition, search: try search(arguments), keyColumns: key,
      sortBy: sort)
    request.follows = try arguments.values(of: .follows).map(FollowsArgument.table)
    request.fetchLimit = try arguments.count(of: .limit, atLeast: 1) ?? 0
    request.fetchOffset = try arguments.count(of: .offset, atLeast: 0) ?? 0
    request.fetchLast = try arguments.count(of: .last, atLeast: 1) ?? 0
    request.fetchWindowSize = try arguments.count(of: .window, atLeast: 1) ?? 0
    guard request.fetchWindowSize == 0 || request.fetchLimit == 0 && request.fetchOffset == 0 else {
      throw UsageError(
        "--window can't be combined with --limit or --offset; leave out --window, or the others")
    }
    guard
      request.fetchLast == 0
        || (request.fetchLimit, request.fetchOffset, request.fetchWindowSize) == (0, 0, 0)
    else {
      throw UsageError(
        "--last can't be combined with --limit, --offset or --window; leave out --last, or the others"
      )
    }
    return request
  }

  /// Returns the search for every `--search COLUMN:TEXT`; the text can contain colons.
  private static func search(_ arguments: Arguments) throws -> TextSearch<StoredRow>? {
    let searches = try arguments.values(of: .search).map { argument in
      let parts = argument.parts(at: ":", maxSplits: 1)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError("--search needs a column and a text: --search name:oberg")
      }
      return TextSearch<StoredRow>.contains(parts[1], in: parts[0])
    }
    return searches.isEmpty ? nil : .all(searches)
  }

  private static func keyColumns(_ text: String) throws -> [String] {
    let columns = ColumnNames.names(text)
    guard !columns.contains("") else {
      throw UsageError("--key needs column names: --key code or --key year,number")
    }
    return columns
  }

  /// Returns a query whose rows are only shown, in the order in which the query returns them.
  private static func alongside(_ sql: String) -> ResultsRequest<StoredRow> {
    ResultsRequest(source: .query(StoreText(ReadStatement.withoutTerminator(sql))), keyColumns: [])
  }

  private static func indexTitle(_ arguments: Arguments) throws -> SectionIndexTitle {
    switch try arguments.value(of: .index) ?? "first-letter" {
    case "none": .none
    case "first-letter": .firstLetter
    case "alphabet": .alphabet()
    case let other where other.hasPrefix("locale:"):
      try LocaleArgument(other.dropFirst("locale:".count)).indexTitle()
    case let other:
      throw UsageError(
        "unknown index \(other); use --index none, first-letter, alphabet or locale:LOCALE")
    }
  }
}
