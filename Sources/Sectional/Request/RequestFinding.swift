/// Something about a request that makes its list slower than necessary, or different from what the request seems to ask
/// for.
public struct RequestFinding: Sendable, Hashable {
  /// A kind of finding; kinds may be added.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let description: String

    /// Creates a kind for a custom store.
    public init(_ name: String) { description = name }

    /// No index has the list's order.
    public static let orderWithoutIndex = Kind("orderWithoutIndex")
    /// No index finds the few rows that meet the condition.
    public static let conditionWithoutIndex = Kind("conditionWithoutIndex")
    /// A sort key has no effect, or sections can be torn apart.
    public static let sortAgainstSections = Kind("sortAgainstSections")
    /// After a change, more must be read than the rows that changed.
    public static let readAsAWhole = Kind("readAsAWhole")
    /// What the request says of a followed table isn't true, so the list would miss changes.
    public static let wrongFollows = Kind("wrongFollows")
    /// It can't be checked whether what the request says of a followed table is true.
    public static let uncheckedFollows = Kind("uncheckedFollows")
    /// No source reports which rows other programs changed.
    public static let missingChangeLog = Kind("missingChangeLog")
    /// The change log doesn't fit the table any longer.
    public static let outdatedChangeLog = Kind("outdatedChangeLog")
    /// The change log doesn't keep the old values that a list with an offset needs.
    public static let missingOldValues = Kind("missingOldValues")
    /// The list can't be held in part.
    public static let notWindowable = Kind("notWindowable")
    /// The store can't return the rows in the list's order.
    public static let orderUnknownToStore = Kind("orderUnknownToStore")
  }

  /// The kind.
  public let kind: Kind
  /// What was found and what it costs, as a sentence without a final period.
  public let message: String
  /// What to do about it, as a sentence without a final period.
  public let advice: String
  /// SQL that follows the advice, or `nil` if something else must be done.
  public let sql: String?
  /// The tables to install a change log for, if that follows the advice.
  public let tablesToLog: [String]
  /// The columns whose old values that change log should keep.
  public let columnsToLog: [String]
  /// The column to make the first sort key, if that follows the advice.
  public let firstSortColumn: String?
  /// Whether it says why the store can't give the order of the sections.
  package var explainsSections = false

  /// Creates a finding.
  public init(
    _ kind: Kind, _ message: String, advice: String, sql: String? = nil, tablesToLog: [String] = [],
    columnsToLog: [String] = [], firstSortColumn: String? = nil
  ) {
    self.columnsToLog = columnsToLog
    self.firstSortColumn = firstSortColumn
    self.kind = kind
    self.message = message
    self.advice = advice
    self.sql = sql
    self.tablesToLog = tablesToLog
  }
}

extension ResultsStore {
  /// Examines a request without reading its rows: what makes its list slow, or different from what it seems.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - section: What defines the sections.
  /// - Returns: The findings, each with what to do about it; empty if there is nothing to improve.
  /// - Throws: ``StoreError`` if a table, a column or a key is missing, or the store can't be read.
  public func check<Record>(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async throws -> [RequestFinding] {
    let request = try request.rowRequest(sectionBy: section)
    let followed = request.followedTables
    return try await read { reader in
      try await reader.prepare(for: [request] + followed)
      let query = try RowQuery(request, layout: try await reader.layout(of: request))
      let known = try await reader.findings(about: query)
      // Why the store can't give the order says more than that it must compute the sections.
      let derived = known.contains(where: \.explainsSections) ? nil : query.derivedOrderFinding
      let found = query.findings + [derived].compactMap(\.self) + known
      let logged = found.flatMap(\.tablesToLog)
      // A log that is missing is named once.
      return found
        + (try await query.findings(aboutTables: followed, reader)).filter { finding in
          finding.kind == .missingOldValues || finding.tablesToLog.isEmpty
            || !Set(finding.tablesToLog).isSubset(of: logged)
        }
    }
  }
}
