import Foundation
import Sectional
import SectionalSQL

/// PostgreSQL's SQL for the rows of one source.
///
/// Every name in it is qualified with a schema, so that a search path that leads to other people's functions, operators
/// or types neither changes the result nor runs their code.
struct PostgresDialect: StatementDialect {
  /// The source as it is written after FROM, with the values of its placeholders.
  private let source: SQLText
  /// The source's columns, in the same order as their types.
  private let columns: RowColumns
  private let types: [PostgresType]
  /// What a request expects of the columns that it reads, if it expects anything.
  private let rules: [CellRule]
  /// Whether the database compares text by the same bytes that it has here.
  let comparesText: Bool
  /// The operators that compare columns of user-defined types for equality, by column name.
  private let equalities: [String: String]
  /// The columns that contain no nulls.
  private let columnsWithoutNulls: Set<String>
  /// How values are converted to text.
  private let printing: PostgresPrinting
  /// The names of the server's collations that order text as collators do, quoted and qualified.
  private let collations: [TextCollation: String]

  /// Creates the dialect for a source.
  ///
  /// - Parameters:
  ///   - source: The source as it is written after FROM, with the values of its placeholders.
  ///   - columns: The names of its columns.
  ///   - types: The types of the columns, in the same order.
  ///   - rules: What a request expects of the columns that it reads.
  ///   - comparesText: Whether the database compares text by the same bytes that it has here, which is so if it stores
  ///     text as UTF-8.
  ///   - equalities: The operators that compare columns of user-defined types for equality, qualified with their
  ///     schemas, by column name.
  ///   - columnsWithoutNulls: The names of columns that contain no nulls, and whose indexes say nothing of them.
  ///   - printing: How values are converted to text.
  ///   - collations: The names of the server's collations that order text as collators do, quoted and qualified.
  init(
    source: SQLText, columns: RowColumns, types: [PostgresType], rules: [CellRule]?,
    comparesText: Bool, equalities: [String: String] = [:], columnsWithoutNulls: [String] = [],
    printing: PostgresPrinting = .plain, collations: [TextCollation: String] = [:]
  ) {
    self.collations = collations
    self.source = source
    self.columns = columns
    self.types = types
    self.rules = rules ?? []
    self.comparesText = comparesText
    self.equalities = equalities
    self.columnsWithoutNulls = Set(columnsWithoutNulls)
    self.printing = printing
  }

  /// Returns a column's type.
  func type(of column: String) -> PostgresType {
    columns.index(of: column).map { types[$0] } ?? .other
  }

  /// Returns what a request expects of a column.
  func rule(of column: String) -> CellRule? {
    rules.first { columns.index(of: $0.column) == columns.index(of: column) }
  }

  /// Returns the name as the source spells it.
  func column(_ name: String) -> String {
    QuotedIdentifier.quoted(columns.index(of: name).map { columns.names[$0] } ?? name)
  }

  /// Returns the source; the name is ignored.
  func table(_ name: String) -> String { source.text }

  /// Returns the selection, with a cast to text for each column whose type isn't read in its binary form.
  func selection(of columns: [String], rowID: String?, from source: RowSource) -> SQLText {
    // A cast column gets an alias, because otherwise ORDER BY would refer to the cast and not to the column.
    let terms = columns.enumerated().map { place, name in
      type(of: name).traits.isReadAsText
        ? "\(text(of: name)) AS sectional_\(place + 1)" : column(name)
    }
    var selection = SQLText("SELECT \(terms.joined(separator: ", "))\nFROM ")
    selection.append(self.source, self)
    return selection
  }

  /// Returns whether the server knows all columns and collations of the order, and sections that follow from a column follow
  /// from its type.
  func canOrder(_ query: RowQuery) -> Bool {
    guard !tearsSections(of: query) else { return false }
    return query.storeTerms.allSatisfy { rule in
      query.layout.columns.names.indices.contains(rule.column) && rule.ranks == nil
        && (rule.collation.collator == nil || (comparesText && collations[rule.collation] != nil))
    }
  }

  /// Returns whether sections that are to follow from the first sort key don't, because of its column's type.
  func tearsSections(of query: RowQuery) -> Bool {
    guard query.sectionsFollow, let first = query.storeTerms.first else { return false }
    return !type(of: query.layout.columns.names[first.column]).traits.sectionsFollow
  }

  /// Returns the finding that sections don't follow from their column's order because of its type.
  func unfollowed(_ query: RowQuery) -> RequestFinding {
    let name = query.storeTerms.first.map { query.layout.columns.names[$0.column] } ?? ""
    return RequestFinding(
      .orderUnknownToStore,
      "the server's order of \(quoted(name)) isn't that of the sections, so Sectional sorts all rows on opening",
      advice:
        "keep moments as timestamptz, timestamp or date, and numbers as integers or double precision"
    )
  }

  /// Orders text by its bytes, whatever the column's own collation is, and other types that are read as text, except
  /// numbers, by that text.
  func orderTerm(_ rule: OrderRule, column: String) -> String {
    let direction = rule.isReversed ? "DESC" : "ASC"
    let value = "\(orderedValue(of: column, rule.collation)) \(direction)"
    // The server doesn't use an index that places nulls last, as most do, for an order that places them first, even if there
    // are none.
    if let name = columns.index(of: column).map({ columns.names[$0] }),
      columnsWithoutNulls.contains(name)
    {
      return value
    }
    return "\(value) \(rule.placesNullsLast ? "NULLS LAST" : "NULLS FIRST")"
  }

  /// Compares values of the types that the server orders as lists do.
  func compared(_ value: StoredValue, _ rule: OrderRule, column: String) -> (String, SQLText)? {
    let type = type(of: column)
    let value = self.rule(of: column).flatMap { type.text(of: value, by: $0) } ?? value
    guard type.orders(value), type != .text || comparesText else { return nil }
    let placeholder = "?::\(type.traits.cast)"
    let isFolded = type == .text && rule.collation == .caseInsensitive
    return (
      orderedValue(of: column, rule.collation),
      SQLText(isFolded ? PostgresDialect.folded(placeholder) : placeholder, [value])
    )
  }

  /// Returns the server's own operator, because the search path can lead to anyone's.
  func ownOperator(_ sign: String) -> String { "OPERATOR(pg_catalog.\(sign))" }

  /// Returns the server's own function, because the search path can lead to anyone's.
  func ownFunction(_ name: String) -> String { "pg_catalog.\(name)" }

  /// Returns whether the server's order of a query's rows is exactly the list's, so that the first rows there are the first
  /// ones here; rounded numbers, and dates that are read as something coarser, aren't in such an order.
  func hasExactOrder(of query: RowQuery) -> Bool {
    guard canOrder(query), comparesText else { return false }
    return query.storeTerms.allSatisfy { rule in
      let name = query.layout.columns.names[rule.column]
      switch type(of: name).traits.exactOrder {
      case .always: return true
      case .withMicroseconds:
        return self.rule(of: name).map(PostgresDialect.keepsMicroseconds) ?? true
      case .never: return false
      }
    }
  }

  /// Returns why the server's order of a query's rows may not be the list's.
  func orderDoubt(of query: RowQuery) -> String {
    let names = query.storeTerms.compactMap { rule in
      let names = query.layout.columns.names
      return names.indices.contains(rule.column) ? names[rule.column] : nil
    }
    guard let name = names.first(where: { type(of: $0).traits.exactOrder == .never }) else {
      return
        "the server's order may differ from the list's, because of a column's type or collation"
    }
    return
      "the server's order of \(quoted(name)) may differ from the list's, because of the column's type"
  }

  /// Returns whether the cells of a property distinguish moments that are a microsecond apart, as the server does.
  private static func keepsMicroseconds(_ rule: CellRule) -> Bool {
    let cells = [0, 1e-6].compactMap { rule.encoded(Date(timeIntervalSince1970: 1e9 + $0)) }
    return cells.count == 2 && cells[0] != cells[1]
  }

  /// The conditions of rows with a date that a list orders otherwise than the server; none if the order has no dates.
  ///
  /// Texts of other years have a sign, and numbers of far years are rounded.
  func oddDates(of query: RowQuery) -> [String] {
    let names = query.storeTerms.map { query.layout.columns.names[$0.column] }
    return Set(names.filter { type(of: $0).isMoment }).sorted().flatMap { name in
      let years = rule(of: name) == nil ? ("0001", "9999") : ("1900", "2100")
      return [
        "\(column(name)) \(ownOperator("<")) '\(years.0)-01-01'",
        "\(column(name)) \(ownOperator(">")) '\(years.1)-12-31'",
      ]
    }
  }

  /// Returns a term of an index whose order is that of a rule, or `nil` if an index can't contain it.
  func indexTerm(_ rule: OrderRule, column: String) -> String? {
    let term = orderTerm(rule, column: column)
    let traits = type(of: column).traits
    guard !traits.dependsOnSettings else { return nil }
    guard traits.isText, rule.collation != .binary else { return term }
    let value = orderedValue(of: column, rule.collation)
    guard let end = value.ranges(of: " COLLATE ").last?.lowerBound else { return nil }
    return "(\(value[..<end]))\(term.dropFirst(value[..<end].count))"
  }

  private func orderedValue(of column: String, _ collation: TextCollation) -> String {
    let name = self.column(column)
    let traits = type(of: column).traits
    guard traits.isOrderedByText else { return name }
    // Where conversions switch settings, the rows are sorted here. The term differs from the conversion, which the
    // server would otherwise evaluate once for both.
    guard traits.isText || !printing.switches else { return "pg_catalog.concat(\(name))" }
    let text = traits.isText ? name : text(of: column)
    switch collation {
    case .binary: return "\(text) COLLATE pg_catalog.\"C\""
    // ICU's collations on the server order texts by their bytes where ICU finds them equal, as lists do.
    case .collated: return "\(text) COLLATE \(collations[collation] ?? "pg_catalog.\"C\"")"
    // `lower` folds what the collation and the server's version define; this folds only A–Z.
    case .caseInsensitive:
      return PostgresDialect.folded(text) + " COLLATE pg_catalog.\"C\""
    }
  }

  /// Returns a text with the letters A–Z in lower case.
  private static func folded(_ text: String) -> String {
    "pg_catalog.translate(\(text), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
  }

  /// Returns the SQL that converts a column to text.
  ///
  /// A composite whose fields are all null passes `IS NULL` although it isn't null.
  private func text(of column: String) -> String {
    let name = self.column(column)
    switch type(of: column).traits.form {
    case .binary, .printedText: return printing.text("\(name)::pg_catalog.text")
    case .text: return "\(name)::pg_catalog.text"
    case .formattedText:
      return printing.text(
        "CASE WHEN \(name) IS DISTINCT FROM NULL THEN pg_catalog.format('%s', \(name)) END")
    }
  }

  /// Returns the schema-qualified operator, because the search path can lead to anyone's operator.
  func equality(of column: String) -> String {
    columns.index(of: column).flatMap { equalities[columns.names[$0]] } ?? PostgresDialect.equal
  }

  /// The server's own equality operator.
  static let equal = "OPERATOR(pg_catalog.=)"

  /// Numbers the placeholders, continuing after the given number of earlier ones.
  func text(of piece: SQLText, after count: Int) -> String {
    PostgresPlaceholders.numbered(piece, after: count)
  }
}
