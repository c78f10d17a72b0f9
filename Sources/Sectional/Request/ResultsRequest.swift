public import Foundation

/// What a list shows: where its rows come from, which of them, and in which order.
public struct ResultsRequest<Record: Sendable>: Sendable {
  /// Where the rows come from.
  public var source: RowSource
  /// Which rows are shown, in the store's own language; all of them without it.
  public var storePredicate: StoreText?
  /// The columns that identify a row, in place of the declared primary key.
  public var keyColumns: [String]?
  /// The order of the rows; the primary key decides between equal ones.
  public var sortBy: [SortKey<Record>]
  /// Which rows are shown, or why that can't be said.
  var predicate: Result<RowPredicate?, StoreError>
  /// Why the order can't be had.
  var orderProblem: StoreError?
  let mapping: RecordMapping<Record>

  /// Returns the request without its types, with its sections.
  ///
  /// - Throws: ``StoreError`` with code `invalidMapping` when a property has no column, and `unsupported` when a
  ///   predicate or a sort descriptor can't be translated.
  package func rowRequest(sectionBy section: SectionKey<Record>?) throws(StoreError) -> RowRequest {
    if let orderProblem { throw orderProblem }
    var sort: [RowRequest.Term] = []
    for key in sortBy { sort.append(try RowRequest.Term(key)) }
    return RowRequest(
      source: source, storePredicate: storePredicate, predicate: try predicate.get(),
      keyColumns: keyColumns,
      cells: mapping.cells, mappingCheck: mapping.check, sort: sort, section: try section?.rule())
  }
}

extension ResultsRequest where Record == StoredRow {
  /// Makes a request for the rows of a table or another source.
  ///
  /// - Parameters:
  ///   - source: Where the rows come from.
  ///   - predicate: Which rows are shown, in the store's own language.
  ///   - keyColumns: The columns that identify a row; the declared primary key without them.
  ///   - sortBy: The order of the rows.
  public init(
    source: RowSource, predicate: StoreText? = nil, keyColumns: [String]? = nil,
    sortBy: [SortKey<StoredRow>] = []
  ) {
    self.source = source
    storePredicate = predicate
    self.keyColumns = keyColumns
    self.sortBy = sortBy
    self.predicate = .success(nil)
    mapping = .ofRows
  }
}

extension ResultsRequest where Record: StoredRecord {
  /// Makes a request for records.
  ///
  /// The predicate is translated once, here, and never evaluated: every store gives it the same meaning, which is
  /// Swift's, except that text is compared by its bytes, a column as it is held, and that a record for which it fails
  /// (an overflow, a division by zero, nil unwrapped) doesn't match. What can't be translated is an error of the
  /// first fetch, and names the part.
  ///
  /// - Parameters:
  ///   - predicate: Which records are shown; all of them without it.
  ///   - sortBy: The order of the records.
  public init(predicate: Predicate<Record>? = nil, sortBy: [SortKey<Record>] = []) {
    let table = Record.table
    source = .table(table.name)
    keyColumns = table.primaryKey.isEmpty ? nil : table.primaryKey
    self.sortBy = sortBy
    mapping = .ofTable
    self.predicate = Result { () throws(StoreError) in
      guard let predicate else { return nil }
      return try PredicateTranslator<Record>.condition(predicate)
    }
  }

  /// Makes a request for records, ordered by sort descriptors.
  ///
  /// Text is ordered by its bytes, so a descriptor over text must say `.lexical`; another one is an error of the first
  /// fetch. ``SortKey`` can say more.
  public init(predicate: Predicate<Record>? = nil, sortBy descriptors: [SortDescriptor<Record>]) {
    self.init(predicate: predicate)
    do throws(StoreError) {
      for descriptor in descriptors { sortBy.append(try SortKey(descriptor)) }
    } catch {
      orderProblem = error
    }
  }
}

/// Where a list's rows come from.
public enum RowSource: Sendable, Hashable {
  /// A table or view of the store.
  case table(String)
  /// A query in the store's own language.
  case query(StoreText)
}

/// A text in a store's own language, with the values of its placeholders.
///
/// It is carried as it is and only the store reads it; arguments are bound, never pasted into the text.
public struct StoreText: Sendable, Hashable {
  /// The text, with a placeholder for each argument.
  public let text: String
  /// The values of the placeholders, in their order.
  public let arguments: [StoredValue]

  /// Makes a text with its arguments.
  public init(_ text: String, arguments: [StoredValue] = []) {
    self.text = text
    self.arguments = arguments
  }
}
