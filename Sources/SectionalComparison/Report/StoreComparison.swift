public import Sectional
import SectionalSQL

/// Compares the lists that two stores make of one request, and finds out why they differ.
///
/// ```swift
/// let request = ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))])
/// let report = try await StoreComparison(
///   ComparedSource(file, request), ComparedSource(server, request)
/// ).report()
/// #expect(report.kinds.isSubset(of: [.dateForm]))
/// ```
public struct StoreComparison<First: ResultsStore, Second: ResultsStore>: Sendable {
  private let first: ComparedSource<First>
  private let second: ComparedSource<Second>
  private let renamed: [String: String]
  private let ignored: [String]

  /// Describes a comparison.
  ///
  /// - Parameters:
  ///   - first: The first store's list.
  ///   - second: The second store's list. Tables and columns can have other names in its request.
  ///   - renamed: The names of columns in the second store that differ, by their names in the first store.
  ///   - ignored: Columns that may differ. They can't decide the order or identify rows.
  public init(
    _ first: ComparedSource<First>, _ second: ComparedSource<Second>,
    renaming renamed: [String: String] = [:], ignoring ignored: [String] = []
  ) {
    (self.first, self.second, self.renamed, self.ignored) = (first, second, renamed, ignored)
  }

  /// Reads both lists, and compares them.
  ///
  /// For each order, the report reads the first store's rows and then the second's, each in one transaction. Other programs can
  /// write meanwhile; changes between two of these reads are reported as missing rows or other values.
  ///
  /// - Parameters:
  ///   - comparesNativeOrder: Whether to compare the stores' own orders too.
  ///   - limit: The most rows that the report lists for each kind of difference; all are counted.
  ///   - progress: Called with what is being done, such as "reading the first store".
  /// - Returns: The differences and their causes.
  /// - Throws: `StoreError` if a store can't be read, if the keys have different columns, or if a store can't
  ///   order the rows by itself although its own order is compared.
  /// - Complexity: Both lists are held in memory. O(*n* log *n*) for *n* rows, and one window function for each column of the
  ///   order if the stores' own orders are compared.
  @concurrent public func report(
    comparingNativeOrder comparesNativeOrder: Bool = false, keeping limit: Int = .max,
    progress: @Sendable (ComparisonStep) -> Void = { _ in }
  ) async throws(StoreError) -> ComparisonReport {
    progress(.readingFirst)
    let left = (try await first.results(), try await first.description())
    progress(.readingSecond)
    let right = (try await second.results(), try await second.description())
    try checkRenaming(left.0.columns, right.0.columns)
    let keys = try keyColumns(left.0, right.0)
    let pairs = ColumnPairs(
      left.0.columns.names, right.0.columns.names, renamed: renamed
    ).ignoring(try ignoredNames(left.0, right.0))
    progress(.comparing)
    let analysis = ListAnalysis(
      first: left.0, second: right.0, keys: keys, columns: pairs,
      descriptions: (left.1, right.1),
      negativeZeros: (
        try await first.negativeZeros(in: left.0, keys.first, left.1),
        try await second.negativeZeros(in: right.0, keys.second, right.1)
      ), limit: limit)
    var orders = [analysis.sectional()]
    if comparesNativeOrder {
      progress(.readingNativeOrders)
      orders.append(
        try await StoreError.wrapping {
          try await analysis.native(first, second) { progress(.comparing) }
        })
    }
    return ComparisonReport(orders: orders, descriptions: (left.1, right.1))
  }

  private func checkRenaming(
    _ first: RowColumns, _ second: RowColumns
  ) throws(StoreError) {
    for (name, other) in renamed.sorted(by: { $0.key < $1.key }) {
      _ = try self.first.naming { () throws(StoreError) in try first.resolve(name) }
      _ = try self.second.naming { () throws(StoreError) in try second.resolve(other) }
    }
  }

  /// Returns the names of the columns to ignore, without case.
  private func ignoredNames(
    _ left: ResultsList<StoredRow>, _ right: ResultsList<StoredRow>
  ) throws(StoreError) -> Set<[UInt8]> {
    let names = left.columns.names
    let section = try first.request.rowRequest(sectionBy: first.section).order.section?.column
    let deciding =
      left.ordering.terms.map(\.column).filter(names.indices.contains).map { names[$0] }
      + [section].compactMap(\.self)
    for name in ignored {
      if let own = nameInFirst(of: name, left) {
        throw StoreError(
          .noSuchColumn,
          "\(quoted(name)) is \(quoted(own)) in the first store; ignore \(quoted(own))")
      }
      guard left.columns.index(of: name) != nil || right.columns.index(of: name) != nil else {
        throw StoreError(
          .noSuchColumn,
          "neither store has a column \(quoted(name)) to ignore; "
            + NearestName.suggestion(for: name, among: names))
      }
      guard
        !(deciding + left.keyColumns).contains(where: { Names.folded($0) == Names.folded(name) })
      else {
        throw StoreError(
          .unsupported,
          "\(quoted(name)) is in the order or the key, so it can't be ignored; sort by other columns, or name another "
            + "key")
      }
    }
    return Set(ignored.map(Names.folded))
  }

  /// Returns the first store's name of a column that is called differently there; `nil` if it isn't.
  private func nameInFirst(
    of name: String, _ left: ResultsList<StoredRow>
  ) -> String? {
    guard left.columns.index(of: name) == nil else { return nil }
    return renamed.first { Names.folded($0.value) == Names.folded(name) }?.key
  }

  /// Returns the columns that identify a row, in the same order for both lists.
  private func keyColumns(
    _ left: ResultsList<StoredRow>, _ right: ResultsList<StoredRow>
  ) throws(StoreError) -> (first: [String], second: [String]) {
    let pairs = ColumnPairs(left.keyColumns, right.keyColumns, renamed: renamed)
    guard pairs.onlyInFirst.isEmpty, pairs.onlyInSecond.isEmpty else {
      func text(_ keys: [String]) -> String {
        keys.isEmpty ? "the rowid" : keys.joined(separator: ", ")
      }
      throw StoreError(
        .noKey,
        "the rows' key is \(text(left.keyColumns)) in one store and \(text(right.keyColumns)) in the "
          + "other; name columns that identify a row in both", part: .keyColumns)
    }
    return (
      pairs.pairs.map { left.keyColumns[$0.first] }, pairs.pairs.map { right.keyColumns[$0.second] }
    )
  }
}

/// What a comparison is doing.
public enum ComparisonStep: Sendable {
  /// Reads the first store's list.
  case readingFirst
  /// Reads the second store's list.
  case readingSecond
  /// Reads the lists in each store's own order.
  case readingNativeOrders
  /// Compares the lists, and looks for causes.
  case comparing
}
