/// A store whose change log can keep what some columns held before each change.
///
/// What a list shows of a row that it no longer holds, such as the section that the row was in, can then be told from
/// the log (see ``ChangedTable/oldRows``). Primary keys are always logged.
public protocol OldValueLoggingStore: ChangeLoggingStore {
  /// Makes the database log which rows of some tables change, and what some of their columns held before.
  ///
  /// A table's log keeps the columns that it kept already and those that are named, so that several programs can each
  /// name the columns that they need. To keep fewer columns, uninstall the log first.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: Names of columns that each of the tables has. A log that already keeps them is left unchanged.
  /// - Throws: ``StoreError`` with code `noSuchColumn` if a table lacks one of the columns; ``StoreError`` if a table
  ///   doesn't exist, if the table or that many columns can't be logged, or if the user lacks the privileges. In each
  ///   case nothing is changed.
  func installChangeLog(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError)

  /// Returns the statements that ``installChangeLog(for:oldValuesOf:)`` would run now.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: Names of columns that each of the tables has.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: ``StoreError`` with code `noSuchColumn` if a table lacks one of the columns; ``StoreError`` if a table
  ///   doesn't exist, if the table or that many columns can't be logged, or if the store can't be read.
  func changeLogStatements(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError) -> [String]

  /// Returns the columns whose old values the logs of some tables keep.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table.
  /// - Returns: The columns by the table's name, in the order that the table has them; none for a table without a log
  ///   or with one that is outdated.
  /// - Throws: ``StoreError`` if a table doesn't exist or the store can't be read.
  func changeLogColumns(of tables: [String]?) async throws(StoreError) -> [String: [String]]
}
