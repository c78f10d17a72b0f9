public import Sectional

/// PostgreSQL's SQL for the rows of one source.
///
/// Everything in it has its schema, so that a search path that leads to the functions, operators or types of others
/// changes nothing and runs nothing of theirs.
public struct PostgresDialect: StatementDialect {
  /// The source as it stands behind FROM, with the values of its placeholders.
  private let source: SQLText
  /// The source's columns and their types, in one order.
  private let columns: RowColumns
  private let types: [PostgresType]
  /// The rules of the columns that a request reads, if it says any.
  private let rules: [CellRule]
  /// Whether the database compares texts by the bytes they have here.
  let comparesText: Bool
  /// The operators by which columns of types that somebody made are equal, by the columns' names.
  private let equalities: [String: String]

  /// Makes the dialect for a source.
  ///
  /// - Parameters:
  ///   - source: The source as it stands behind FROM, with the values of its placeholders.
  ///   - columns: The names of its columns.
  ///   - types: Their types, in the same order.
  ///   - rules: What a request expects of the columns it reads.
  ///   - comparesText: Whether the database compares texts by the bytes they have here: whether it holds them as UTF-8.
  ///   - equalities: The operators by which columns of types that somebody made are equal, with their schemas, by the
  ///     columns' names.
  public init(
    source: SQLText, columns: RowColumns, types: [PostgresType], rules: [CellRule]?,
    comparesText: Bool, equalities: [String: String] = [:]
  ) {
    self.source = source
    self.columns = columns
    self.types = types
    self.rules = rules ?? []
    self.comparesText = comparesText
    self.equalities = equalities
  }

  /// Returns a column's type.
  public func type(of column: String) -> PostgresType {
    columns.index(of: column).map { types[$0] } ?? .other
  }

  /// Returns what a request expects of a column.
  func rule(of column: String) -> CellRule? {
    rules.first { columns.index(of: $0.column) == columns.index(of: column) }
  }

  /// Returns the name as the source spells it.
  public func column(_ name: String) -> String {
    QuotedIdentifier.quoted(columns.index(of: name).map { columns.names[$0] } ?? name)
  }

  /// Returns the source, whatever its name was.
  public func table(_ name: String) -> String { source.text }

  /// Asks for the text of what is not read in a form of its own.
  public func selection(of columns: [String], rowID: String?, from source: RowSource) -> SQLText {
    // A text has a name of its own, or ORDER BY would mean it and not the column.
    let terms = columns.enumerated().map { place, name in
      type(of: name).isReadAsText ? "\(text(of: name)) AS sectional_\(place + 1)" : column(name)
    }
    var selection = SQLText("SELECT \(terms.joined(separator: ", "))\nFROM ")
    selection.append(self.source, self)
    return selection
  }

  /// Orders text by its bytes, whatever the column's own collation is, and what is read as text as text.
  public func orderTerm(_ rule: OrderRule, column: String) -> String {
    let direction = rule.isReversed ? "DESC" : "ASC"
    let nulls = rule.placesNullsLast ? "NULLS LAST" : "NULLS FIRST"
    return "\(orderedValue(of: column, rule.collation)) \(direction) \(nulls)"
  }

  private func orderedValue(of column: String, _ collation: TextCollation) -> String {
    let name = self.column(column)
    let type = type(of: column)
    guard [.text, .paddedText, .other, .custom].contains(type) else { return name }
    let text = [.text, .paddedText].contains(type) ? name : text(of: column)
    switch collation {
    case .binary: return "\(text) COLLATE pg_catalog.\"C\""
    // `lower` folds what the collation and the server's version say; this folds A–Z.
    case .caseInsensitive:
      return "pg_catalog.translate(\(text), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', "
        + "'abcdefghijklmnopqrstuvwxyz') COLLATE pg_catalog.\"C\""
    }
  }

  /// Returns the SQL that makes text of a column.
  ///
  /// A composite of nulls is null to `IS NULL`, and is not null.
  private func text(of column: String) -> String {
    let name = self.column(column)
    guard type(of: column) == .custom else { return "\(name)::pg_catalog.text" }
    return "CASE WHEN \(name) IS DISTINCT FROM NULL THEN pg_catalog.format('%s', \(name)) END"
  }

  /// Returns the operator with its schema: what a search path leads to can be anybody's.
  public func equality(of column: String) -> String {
    columns.index(of: column).flatMap { equalities[columns.names[$0]] } ?? PostgresDialect.equal
  }

  /// The server's own operator of equality.
  public static let equal = "OPERATOR(pg_catalog.=)"

  /// Numbers the placeholders on behind those before.
  public func text(of piece: SQLText, after count: Int) -> String {
    PostgresPlaceholders.numbered(piece, after: count)
  }
}
