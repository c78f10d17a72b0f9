extension StoreError {
  /// A part of a list's request; parts may be added.
  public struct Part: Sendable, Hashable, CustomStringConvertible {
    /// The part's name.
    public let description: String

    /// Creates a part for a custom store.
    public init(_ name: String) { description = name }

    /// The condition that rows must meet.
    public static let predicate = Part("predicate")
    /// The query that the rows come from.
    public static let query = Part("query")
    /// The columns to read.
    public static let columns = Part("columns")
    /// The sort keys.
    public static let sortBy = Part("sortBy")
    /// What the sections are made from.
    public static let section = Part("section")
    /// The search in text.
    public static let search = Part("search")
    /// The largest number of rows.
    public static let fetchLimit = Part("fetchLimit")
    /// The number of rows before the first one.
    public static let fetchOffset = Part("fetchOffset")
    /// The number of rows at the end that are read first.
    public static let fetchLast = Part("fetchLast")
    /// The number of rows whose contents are read together.
    public static let fetchBatchSize = Part("fetchBatchSize")
    /// The number of rows that are held in memory.
    public static let fetchWindowSize = Part("fetchWindowSize")
    /// What is summed up of the rows.
    public static let aggregates = Part("aggregates")
    /// The titles of the section index.
    public static let indexTitle = Part("indexTitle")
    /// The columns that identify a row.
    public static let keyColumns = Part("keyColumns")
    /// The tables by whose rows the list is followed.
    public static let follows = Part("follows")
    /// The request whose rows come with every result.
    public static let alongside = Part("alongside")
  }

  /// Returns the error as one about a part of a request, unless it already names a part.
  package func about(_ part: Part?) -> StoreError {
    guard let part, self.part == nil else { return self }
    return StoreError(code, message, part: part, keys: keys, cause: cause)
  }

  /// Runs a body whose errors are about a part of a request.
  package static func about<Output>(
    _ part: Part?, _ body: () throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    do throws(StoreError) { return try body() } catch { throw error.about(part) }
  }
}

extension RowRequest {
  /// The only part that is text in the store's own language, or `nil` if there is none or more than one.
  ///
  /// If the store fails to evaluate something, this part is to blame.
  package var storeTextPart: StoreError.Part? {
    switch (rows.source, rows.storePredicate) {
    case (.table, nil), (.joined, nil): nil
    case (.table, _), (.joined, _): .predicate
    case (.query, nil): .query
    case (.query, _): nil
    }
  }
}
