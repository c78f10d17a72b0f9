import Sectional
import SectionalSQL

extension LoggedTable {
  /// The maximum number of columns of a table whose old values a log keeps.
  static let mostKept = 16

  /// Returns the table as the triggers see it whose log keeps the columns with some numbers.
  ///
  /// The partitions of a table can have its columns in another order, but must write rows in the same way.
  func keeping(_ numbers: Set<Int>) -> LoggedTable {
    var table = self
    table.kept = columns.filter { numbers.contains($0.number) }.sorted { $0.number < $1.number }
    return table
  }

  /// Returns the numbers of some columns.
  ///
  /// - Parameters:
  ///   - names: The columns' names.
  ///   - table: The table's name for messages.
  /// - Returns: The numbers.
  /// - Throws: `StoreError` if a column doesn't exist or its values can't be logged.
  fileprivate func numbers(
    of names: [String], in table: String
  ) throws(StoreError) -> Set<Int> {
    let known = RowColumns(columns.map(\.name))
    var numbers: Set<Int> = []
    for name in names {
      let column = columns[try known.resolve(name, of: .table(table))]
      if let obstacle = column.obstacle {
        throw StoreError(
          .unsupported,
          "old values of \(quoted(column.name)) in \(quoted(table)) can't be logged: \(obstacle)")
      }
      numbers.insert(column.number)
    }
    return numbers
  }
}

extension LoggedTable.Column {
  /// The reason why its old values can't be logged, or `nil` if they can.
  fileprivate var obstacle: String? {
    if isVirtual { return "it is computed when it is read, and triggers don't see it" }
    guard type.holdsNames else { return nil }
    return "it has the type \(type.title), whose text is not the same for every user"
  }
}

extension [FoundTrigger] {
  /// The numbers of the columns whose old values a table's triggers log.
  var keptNumbers: Set<Int> { reduce(into: []) { $0.formUnion($1.keptNumbers) } }
}

extension LoggedTable {
  /// Returns the numbers of the columns that a table's log keeps already, in whichever form it is, and of some others.
  ///
  /// - Parameters:
  ///   - root: The root of the table's partition tree.
  ///   - names: The names of the other columns.
  ///   - table: The table's name for messages.
  ///   - connection: The connection, inside a transaction.
  /// - Returns: The numbers of columns that exist.
  /// - Throws: `StoreError` if there is no column with one of the names, if there are too many columns, or if one of
  ///   them can't be logged.
  static func keptColumns(
    ofTreeAt root: UInt32, and names: [String], of table: String,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Set<Int> {
    var kept: Set<Int> = []
    for (part, logged) in try await LoggedTable.tree(at: root, on: connection) {
      kept.formUnion(try await FoundTrigger.all(of: part.oid, on: connection).keptNumbers)
      guard part.oid == root else { continue }
      kept.formUnion(try logged.numbers(of: names, in: table))
      let known = logged.keeping(kept).kept.filter { $0.obstacle == nil }
      kept.formIntersection(known.map(\.number))
    }
    guard kept.count <= LoggedTable.mostKept else {
      throw StoreError(
        .unsupported,
        "the change log of \(quoted(table)) would keep old values of \(kept.count) columns, and it can keep those of "
          + "\(LoggedTable.mostKept); name fewer, or uninstall it first if others are no longer needed"
      )
    }
    return kept
  }
}
