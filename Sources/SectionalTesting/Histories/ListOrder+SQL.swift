extension ListOrder {
  /// The terms of ORDER BY in SQLite's SQL, without the row's identity.
  var terms: [String] { sectionTerms + sortTerms }

  private var sectionTerms: [String] {
    switch sections {
    case .none: []
    case .ascending: ["team COLLATE BINARY ASC NULLS FIRST"]
    case .descending: ["team COLLATE BINARY DESC NULLS LAST"]
    case .folded:
      ["\(folded("team")) ASC NULLS FIRST", "team COLLATE BINARY ASC NULLS FIRST"]
    case .foldedDescending:
      ["\(folded("team")) DESC NULLS LAST", "team COLLATE BINARY DESC NULLS LAST"]
    case .nullsLast: ["team COLLATE BINARY ASC NULLS LAST"]
    case .withoutAccents:
      ["\(withoutAccents("team")) ASC NULLS FIRST", "team COLLATE BINARY ASC NULLS FIRST"]
    }
  }

  private var sortTerms: [String] {
    switch sort {
    case .none: []
    case .ascending: ["position COLLATE BINARY ASC NULLS FIRST"]
    case .descending: ["position COLLATE BINARY DESC NULLS LAST"]
    case .nullsLast: ["position COLLATE BINARY ASC NULLS LAST"]
    case .descendingNullsFirst: ["position COLLATE BINARY DESC NULLS FIRST"]
    case .folded: ["\(folded("note")) ASC NULLS FIRST"]
    case .positionThenNote:
      ["position COLLATE BINARY ASC NULLS FIRST", "note COLLATE BINARY DESC NULLS LAST"]
    case .withoutAccents:
      ["\(withoutAccents("note")) DESC NULLS LAST", "note COLLATE BINARY DESC NULLS LAST"]
    }
  }

  /// Returns the terms of ORDER BY in PostgreSQL's SQL, without the row's identity.
  func postgresTerms(_ cells: HistoryCells) -> [String] {
    let isText = cells == .texts || cells == .mixed
    let team = isText ? "team COLLATE \"C\"" : "team"
    // With this collation, `lower` only changes A–Z.
    let folded = isText ? "lower(team COLLATE \"C\")" : "team"
    let sectionTerms =
      switch sections {
      case .none: [] as [String]
      case .ascending: ["\(team) ASC NULLS FIRST"]
      case .descending: ["\(team) DESC NULLS LAST"]
      case .folded: ["\(folded) ASC NULLS FIRST", "\(team) ASC NULLS FIRST"]
      case .foldedDescending: ["\(folded) DESC NULLS LAST", "\(team) DESC NULLS LAST"]
      case .nullsLast: ["\(team) ASC NULLS LAST"]
      case .withoutAccents:
        ["\(isText ? bare(folded) : team) ASC NULLS FIRST", "\(team) ASC NULLS FIRST"]
      }
    let sortTerms =
      switch sort {
      case .none: [] as [String]
      case .ascending: ["position ASC NULLS FIRST"]
      case .descending: ["position DESC NULLS LAST"]
      case .nullsLast: ["position ASC NULLS LAST"]
      case .descendingNullsFirst: ["position DESC NULLS FIRST"]
      case .folded: ["lower(note COLLATE \"C\") ASC NULLS FIRST"]
      case .positionThenNote:
        ["position ASC NULLS FIRST", "note COLLATE \"C\" DESC NULLS LAST"]
      case .withoutAccents:
        [
          "\(bare("lower(note COLLATE \"C\")")) DESC NULLS LAST",
          "note COLLATE \"C\" DESC NULLS LAST",
        ]
      }
    return sectionTerms + sortTerms
  }

  /// Returns an expression that replaces A–Z with a–z in a column.
  ///
  /// SQLite's NOCASE compares only up to the first NUL byte, and `lower` returns only that part.
  private func folded(_ column: String) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let replaced = letters.reduce(column) { "replace(\($0), '\($1)', '\($1.lowercased())')" }
    return "(CASE typeof(\(column)) WHEN 'text' THEN \(replaced) ELSE \(column) END) COLLATE BINARY"
  }

  /// Returns an expression that also takes off the only accent that histories have, in its two forms.
  private func withoutAccents(_ column: String) -> String {
    // More calls inside of each other overflow the parser's stack, and histories have no other capitals.
    let letters = "replace(replace(replace(\(column), 'A', 'a'), 'B', 'b'), 'C', 'c')"
    return
      "(CASE typeof(\(column)) WHEN 'text' THEN \(bare(letters)) ELSE \(column) END) COLLATE BINARY"
  }

  private func bare(_ text: String) -> String {
    "replace(replace(\(text), '\u{E4}', 'a'), '\u{308}', '')"
  }

  /// Returns the values that decide a row's place in the order, including its section, from the cells of its columns.
  func place(_ cells: [OracleValue], in columns: [String]) -> [OracleValue] {
    func cell(_ name: String) -> OracleValue {
      columns.firstIndex(of: name).map { cells[$0].byValue } ?? .null
    }
    let section = sections == .none ? [] : [cell("team")]
    switch sort {
    case .none: return section
    case .ascending, .descending, .nullsLast, .descendingNullsFirst:
      return section + [cell("position")]
    case .folded: return section + [cell("note").folded]
    case .withoutAccents: return section + [cell("note")]
    case .positionThenNote: return section + [cell("position"), cell("note")]
    }
  }
}
