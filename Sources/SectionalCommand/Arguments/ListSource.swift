/// The store and the table, or the SQL, that a command line names.
struct ListSource {
  let store: StoreAddress
  /// The table or view, or `nil` if the rows come from SQL.
  let table: String?
  let sql: String?

  /// - Throws: ``UsageError`` if one of them is missing, or both are in the wrong order.
  init(_ arguments: Arguments, of command: CommandName) throws {
    sql = try arguments.value(of: .sql)
    let words = arguments.positionals
    guard words.count == (sql == nil ? 2 : 1) else {
      throw ListSource.problem(words, command, hasSQL: sql != nil)
    }
    let store = try StoreAddress(words[0])
    try ListSource.checkOrder(words, store, of: command)
    self.store = store
    table = words.count == 2 ? words[1] : nil
  }

  /// Throws if a command's two words, a store and a table, are in the wrong order.
  static func checkOrder(
    _ words: [String], _ store: StoreAddress, of command: CommandName
  ) throws {
    guard words.count == 2, store.isMissingFile, StoreAddress.isLikely(words[1]) else { return }
    let line = ShellWord.line(["sectional", command.rawValue, words[1], words[0]])
    throw UsageError("the store comes before the table: \(line)")
  }

  private static func problem(
    _ words: [String], _ command: CommandName, hasSQL: Bool
  ) -> UsageError {
    let begin = ["sectional", command.rawValue]
    if words.count == 1, !hasSQL, StoreAddress.isLikely(words[0]) {
      let line = ShellWord.line(begin + [words[0]])
      return UsageError(
        "name a table after the store: \(line) TABLE; \(ShellWord.line(["sectional", "tables", words[0]])) shows them"
      )
    }
    if words.count == 1, !hasSQL {
      let line = ShellWord.line(begin + ["contacts.sqlite", words[0]])
      return UsageError(
        "there is no store \(words[0]); name one, such as a file or postgres://localhost/office, before the table: "
          + line)
    }
    if words.count == 3, !hasSQL, ["asc", "desc"].contains(words[2].lowercased()) {
      return UsageError(
        "write the direction after the column: --sort name:\(words[2].lowercased())")
    }
    return UsageError(
      "\(command.rawValue) takes a store and a table, or a store and --sql: "
        + "sectional \(command.rawValue) contacts.sqlite contact --section team")
  }
}

extension Arguments {
  /// The columns that are searched.
  var searchedColumns: [String] {
    values(of: .search).map { $0.parts(at: ":", maxSplits: 1)[0] }
  }

  /// The store, if the command line names one and neither a table nor SQL.
  var loneStore: StoreAddress? {
    get throws {
      guard positionals.count == 1, values(of: .sql).isEmpty, StoreAddress.isLikely(positionals[0])
      else { return nil }
      return try StoreAddress(positionals[0])
    }
  }
}
