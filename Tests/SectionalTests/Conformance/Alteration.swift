import Sectional

/// A way to read other rows than those that were asked for.
struct Alteration: Sendable, CustomStringConvertible {
  let description: String
  let page: @Sendable (RowPage, RowQuery) -> RowPage
  let keys: @Sendable (Set<RowKey>) -> Set<RowKey>

  /// Alters pages.
  private init(_ description: String, pages: @escaping @Sendable (RowPage, RowQuery) -> RowPage) {
    (self.description, page, keys) = (description, pages, { $0 })
  }

  /// Alters pages that are told by the number of rows before them.
  private init(_ description: String, ranks: @escaping @Sendable (Int, Int) -> RowPage) {
    self.init(description) { page, _ in page.rank.map { ranks($0, page.count) } ?? page }
  }

  /// Alters which rows are read by their keys.
  private init(_ description: String, keys: @escaping @Sendable (Set<RowKey>) -> Set<RowKey>) {
    (self.description, page, self.keys) = (description, { page, _ in page }, keys)
  }

  /// Alterations of the pages of slices.
  static let slices = [
    Alteration("an offset that is one too small") { RowPage(from: max($0 - 1, 0), count: $1) },
    Alteration("an offset that is one too large") { RowPage(from: $0 + 1, count: $1) },
    Alteration("no offset") { RowPage(from: 0, count: $1) },
    Alteration("no offset beyond ten") { RowPage(from: $0 > 10 ? 0 : $0, count: $1) },
    Alteration("one row less") { RowPage(from: $0, count: max($1 - 1, 0)) },
    Alteration("no more than six rows") { RowPage(from: $0, count: min($1, 6)) },
    Alteration("the first page at the end") {
      $0 == 0 ? RowPage(last: $1) : RowPage(from: $0, count: $1)
    },
    Alteration("the first rows before a row") { page, _ in
      guard page.position != nil, page.isReversed else { return page }
      return RowPage(from: 0, count: page.count)
    },
    Alteration("the first rows in place of the last ones") { page, _ in
      guard page.position == nil, page.isReversed else { return page }
      return RowPage(from: 0, count: page.count)
    },
  ]

  /// Alterations of the pages next to a row.
  static let windows = [
    Alteration("the row itself among those behind it") { page, _ in
      guard let position = page.position, !page.isReversed, !page.includesPosition else {
        return page
      }
      return RowPage(from: position, count: page.count)
    },
    Alteration("the row itself left out") { page, _ in
      guard let position = page.position, page.includesPosition else { return page }
      return RowPage(after: position, count: page.count)
    },
    Alteration("the last rows behind a row") { page, _ in
      guard page.position != nil, !page.isReversed else { return page }
      return RowPage(last: page.count)
    },
  ]

  /// Alterations of the rows that are read by their keys.
  static let batches = [
    Alteration("no rows") { _ in [] },
    Alteration("no more than three rows") { Set($0.prefix(3)) },
    Alteration("all rows but one of several") { $0.count > 1 ? Set($0.dropFirst()) : $0 },
    Alteration("no row with a key above forty") { keys in
      keys.filter { key in
        guard case .integer(let id)? = key.values.first else { return true }
        return id <= 40
      }
    },
  ]
}
