/// A search in text that ignores case and accents, the same in every store.
///
/// Case and accents are folded by Unicode's data: "oberg" finds Öberg and OBERG, "strasse" finds Straße. Letters that
/// Unicode doesn't decompose stay letters of their own, such as ø, ł and æ. Characters are compared one by one, and none
/// has a special meaning. A letter isn't found where a mark makes another letter of it, such as か in がき, and neither is
/// a Hangul syllable in a longer one, such as 가 in 각. `nil` and values that aren't text are never found.
///
/// With `contains` and `hasPrefix`, an empty text (or one of accents only) finds every record, so that an empty search
/// field doesn't limit the list.
public struct TextSearch<Record: Sendable>: Sendable {
  /// The condition, `nil` if every record meets it.
  private let condition: @Sendable () throws(StoreError) -> RowExpression?

  private init(_ condition: @escaping @Sendable () throws(StoreError) -> RowExpression?) {
    self.condition = condition
  }

  /// Finds what every one of several searches finds.
  public static func all(_ searches: [TextSearch]) -> TextSearch {
    TextSearch { () throws(StoreError) in
      var all: RowExpression?
      for search in searches {
        guard let next = try search.condition() else { continue }
        all = all.map { .and($0, next) } ?? next
      }
      return all
    }
  }

  /// Finds what any of several searches finds.
  public static func any(_ searches: [TextSearch]) -> TextSearch {
    TextSearch { () throws(StoreError) in
      guard !searches.isEmpty else { return .constant(.integer(0)) }
      var any: RowExpression?
      for search in searches {
        guard let next = try search.condition() else { return nil }
        any = any.map { .or($0, next) } ?? next
      }
      return any
    }
  }

  init(_ match: RowExpression.TextMatch, _ text: String, in columns: [ColumnReference<Record>]) {
    let folded = TextFolding.folded(text)
    self.init { () throws(StoreError) in
      guard !folded.isEmpty || match == .equals else { return nil }
      var any: RowExpression?
      for column in columns {
        let next = RowExpression.search(match, .column(try column.resolved()), folded: folded)
        any = any.map { .or($0, next) } ?? next
      }
      return any ?? .constant(.integer(0))
    }
  }

  /// Returns a predicate with the search added, or the predicate alone if the search finds everything.
  func added(to predicate: RowPredicate?) throws(StoreError) -> RowPredicate? {
    guard let condition = try condition() else { return predicate }
    return RowPredicate(predicate.map { .and($0.expression, condition) } ?? condition)
  }
}

extension TextSearch where Record: StoredRecord {
  /// Finds records if one of several texts contains a text.
  public static func contains<each Text: TextValue>(
    _ text: String, in keyPaths: repeat KeyPath<Record, each Text>
  ) -> TextSearch {
    TextSearch(.contains, text, in: columns(repeat each keyPaths))
  }

  /// Finds records if one of several texts begins with a text.
  public static func hasPrefix<each Text: TextValue>(
    _ text: String, in keyPaths: repeat KeyPath<Record, each Text>
  ) -> TextSearch {
    TextSearch(.hasPrefix, text, in: columns(repeat each keyPaths))
  }

  /// Finds records if one of several texts equals a text, ignoring case and accents.
  public static func equals<each Text: TextValue>(
    _ text: String, in keyPaths: repeat KeyPath<Record, each Text>
  ) -> TextSearch {
    TextSearch(.equals, text, in: columns(repeat each keyPaths))
  }

  private static func columns<each Text: TextValue>(
    _ keyPaths: repeat KeyPath<Record, each Text>
  ) -> [ColumnReference<Record>] {
    var columns: [ColumnReference<Record>] = []
    repeat columns.append(ColumnReference(each keyPaths))
    return columns
  }
}

extension TextSearch where Record == StoredRow {
  /// Finds rows if one of several columns contains a text.
  public static func contains(_ text: String, in columns: String...) -> TextSearch {
    TextSearch(.contains, text, in: columns.map { .column($0) })
  }

  /// Finds rows if one of several columns begins with a text.
  public static func hasPrefix(_ text: String, in columns: String...) -> TextSearch {
    TextSearch(.hasPrefix, text, in: columns.map { .column($0) })
  }

  /// Finds rows if one of several columns equals a text, ignoring case and accents.
  public static func equals(_ text: String, in columns: String...) -> TextSearch {
    TextSearch(.equals, text, in: columns.map { .column($0) })
  }
}
