import Sectional
import SectionalSQL

/// The columns of a table whose old values its triggers log.
struct LoggedColumns: Equatable, Sendable {
  /// The maximum number of columns of one table.
  static let most = 16

  /// The names, in the order that the table has them.
  let names: [String]
  /// A number that each row with old values carries, so that values of other columns aren't taken for these.
  let layout: Int64
  /// The names of the columns whose values the key of a row holds.
  let keyNames: [String]

  /// Describes columns of a table; returns `nil` if there are none.
  init?(_ names: Set<String>, of table: SQLiteTable) {
    let ordered = table.columns.map(\.name).filter(names.contains)
    guard !ordered.isEmpty else { return nil }
    self.init(ordered, layout: LoggedColumns.layout(of: ordered), of: table)
  }

  /// Reads the columns from the trigger that logs a table's deletes; returns `nil` if it logs no old values.
  ///
  /// SQLite itself replaces the name of a column that is renamed. The number stays, because the values are those of the
  /// same column.
  init?(readFrom trigger: String, of table: SQLiteTable) {
    guard let beginning = trigger.firstRange(of: ChangeLogTriggers.beginningOfOldValues) else {
      return nil
    }
    let statement = trigger[beginning.upperBound...]
    guard let values = statement.firstRange(of: ") VALUES (") else { return nil }
    var rest = statement[values.upperBound...]
    var names: [String] = []
    for column in table.columns {
      let term = "old.\(QuotedIdentifier.quoted(column.name)), "
      guard rest.hasPrefix(term) else { continue }
      names.append(column.name)
      rest = rest.dropFirst(term.count)
    }
    guard !names.isEmpty, let layout = Int64(String(rest.prefix(while: \.isNumber))) else {
      return nil
    }
    self.init(names, layout: layout, of: table)
  }

  private init(_ names: [String], layout: Int64, of table: SQLiteTable) {
    self.names = names
    self.layout = layout
    keyNames =
      table.hasRowID && !table.keyIsRowID ? [] : table.keyColumns.map { table.columns[$0].name }
  }

  /// Returns a number that hardly any two lists of names have in common.
  private static func layout(of names: [String]) -> Int64 {
    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt32 = 2_166_136_261
    for name in names {
      for byte in Names.bytes(name) + [0] { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    }
    return Int64(hash)
  }
}

extension SQLiteTable {
  /// Finds columns by their names, whose upper and lower case don't count.
  ///
  /// - Throws: `StoreError` with code `noSuchColumn`, which suggests the most similar name.
  func columns(named names: [String]) throws(StoreError) -> Set<String> {
    let columns = RowColumns(self.columns.map(\.name))
    var found: Set<String> = []
    for column in names {
      found.insert(columns.names[try columns.resolve(column, of: .table(name))])
    }
    return found
  }
}
