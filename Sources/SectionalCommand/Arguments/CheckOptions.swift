import Sectional

/// The options of `sectional check`.
struct CheckOptions {
  let store: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  let request: ResultsRequest<StoredRow>
  let section: SectionArgument?
  let isJSON: Bool
  let searchedColumns: [String]
  /// The store and the table, and the options that ask for the list without the sort keys, and these.
  private let positionals: [String]
  private let others: [String]
  private let sorts: [String]

  /// The arguments that ask for the list without the sort keys on columns that the sections or earlier keys have; `nil` if there
  /// are no such sort keys.
  var argumentsWithEffect: [String]? {
    var seen: [[UInt8]] = []
    let kept = sorts.enumerated().filter { place, sort in
      guard let column = CheckOptions.column(of: sort) else { return true }
      defer { seen.append(column) }
      let isSection = place > 0 && section.map { Names.folded($0.text) == column } ?? false
      return !isSection && !seen.contains(column)
    }
    return kept.count < sorts.count ? words(sortedBy: kept.map(\.element)) : nil
  }

  /// Returns the arguments that ask for the list sorted by a column first.
  func arguments(sortingBy column: String) -> [String] {
    let others = sorts.filter { CheckOptions.column(of: $0) != Names.folded(column) }
    return words(sortedBy: [SortArgument.text(of: column)] + others)
  }

  /// Returns the name of the column of a sort key without case, or `nil` if it has none.
  private static func column(of sort: String) -> [UInt8]? {
    (try? SortArgument(sort).key.column.resolved()).map(Names.folded)
  }

  private func words(sortedBy sorts: [String]) -> [String] {
    Arguments.words(positionals, others + sorts.flatMap { ["--sort", $0] })
  }

  init(_ arguments: Arguments) throws {
    let source = try ListSource(arguments, of: .check)
    (store, table) = (source.store, source.table)
    section = try arguments.value(of: .section).map { try SectionArgument($0) }
    var request = try ListOptions.request(arguments, table: table, sql: source.sql)
    let page = try ListOptions.page(arguments, of: request)
    // A page is read as the first rows are, but rows that come before it must be passed by.
    if let page {
      request.fetchLimit = page.count
      if case .rank(let rank) = page.start, store.isServer {
        request.fetchLimit = rank > .max - page.count ? .max : rank + page.count
      }
    }
    for argument in try ListOptions.aggregates(arguments, of: request, isPage: page != nil) {
      request.compute(argument.aggregate)
    }
    self.request = request
    sorts = arguments.values(of: .sort)
    positionals = [store.text] + arguments.positionals.dropFirst()
    others =
      arguments.requestWords(except: .sort)
      + CommandOption.pageOptions.flatMap { option in
        arguments.values(of: option).flatMap { [option.name, $0] }
      }
    searchedColumns = arguments.searchedColumns
    isJSON = try arguments.choice(of: .format) == "json"
  }
}
