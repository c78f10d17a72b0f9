extension RowRequest {
  /// Which rows a list has, and what is read of them.
  public struct Rows: Sendable, Equatable {
    /// The source of the rows.
    public let source: RowSource
    /// The condition that rows must meet, in the store's own language.
    public let storePredicate: StoreText?
    /// The condition that rows must meet.
    ///
    /// A store may use it to read fewer rows; ``FetchedRows/append(_:rowID:where:)`` checks it for every row it is
    /// given.
    public private(set) var predicate: RowPredicate?
    /// The predicate without the search that it includes.
    private(set) var unsearchedPredicate: RowPredicate?
    /// The columns that identify a row, or `nil` for the declared primary key.
    public let keyColumns: [String]?
    /// The columns to read and the requirements for their cells, or `nil` to read every column with any contents.
    public private(set) var cells: [CellRule]?
    /// Checks whether records are created from the rows correctly.
    private(set) var mappingCheck: MappingCheck?
    /// Whether the contents of the rows are kept when they are read, or only their order and their keys.
    private(set) var keepsContents: Bool
    /// Whether to read only the columns that identify and order the rows and their sections.
    package private(set) var isOutlineOnly: Bool
    /// What is summed up of the rows.
    private(set) var aggregates: [AggregateTerm]
    /// Which rows of the list the rows of tables concern.
    package let follows: [FollowedTable]
    /// The requirements for the cells of the same rows with contents; `nil` if these are the rows with contents.
    private var forms: [CellRule]?
    /// The requirements that decide in which form a store with types of its own gives the cells of a column, whether they are to be
    /// met or not: the order of rows must not depend on whether they are read with contents.
    package var formingCells: [CellRule]? { cells ?? forms }

    /// Creates the part from all its options.
    ///
    /// No option has a default, so whoever adds one has to say in ``CanonicalRequest`` whether it changes what a section
    /// cache contains.
    init(
      source: RowSource, storePredicate: StoreText?, predicate: RowPredicate?,
      unsearchedPredicate: RowPredicate?, keyColumns: [String]?, cells: [CellRule]?,
      mappingCheck: MappingCheck?, keepsContents: Bool, isOutlineOnly: Bool,
      aggregates: [AggregateTerm], follows: [FollowedTable]
    ) {
      self.source = source
      self.storePredicate = storePredicate
      self.predicate = predicate
      self.unsearchedPredicate = unsearchedPredicate
      self.keyColumns = keyColumns
      self.cells = cells
      self.mappingCheck = mappingCheck
      self.keepsContents = keepsContents
      self.isOutlineOnly = isOutlineOnly
      self.aggregates = aggregates
      self.follows = follows
    }

    /// Whether rows that a store finds by its own conditions can still be left out, so that a limit, an offset or a count of the
    /// store isn't the list's.
    package var mayLeaveOutFoundRows: Bool { predicate != nil }

    /// Whether rows are searched for.
    var isSearch: Bool { predicate != unsearchedPredicate }

    /// The rows among which is searched.
    var withoutSearch: Rows {
      var rows = self
      rows.predicate = unsearchedPredicate
      return rows
    }

    /// All rows of the source, read in the same way.
    var withoutCondition: Rows {
      var rows = self
      (rows.predicate, rows.unsearchedPredicate, rows.aggregates) = (nil, nil, [])
      return rows
    }

    /// Returns the same rows without their contents, but with the cells that are summed up.
    func withoutContents(readingAll: Bool) -> Rows {
      var rows = self
      if !readingAll { (rows.cells, rows.forms) = (nil, cells) }
      rows.mappingCheck = nil
      (rows.keepsContents, rows.isOutlineOnly) = (false, !readingAll)
      return rows
    }
  }
}
