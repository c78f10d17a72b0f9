import Foundation

/// A text that distinguishes list requests: line by line, everything that determines which rows a list has, in which
/// order and in which sections.
///
/// Each line begins with a label. Lines that begin with `value` contain data that users may want to keep private.
struct CanonicalRequest {
  /// Incremented when lists change what they make of the same rows and the same request.
  private static let rules = 6

  private(set) var lines: [String] = []

  /// Describes a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - name: The name of the cache.
  ///   - library: The library that the store reads with, including its version.
  ///   - source: The type of the change source, whose cursors no other type understands.
  init(_ query: RowQuery, name: String, library: String?, source: String) {
    add("cache", onOneLine(name))
    add("rules", "\(CanonicalRequest.rules)")
    addOptions(of: query)
    if let library { add("library", onOneLine(library)) }
    add("source", onOneLine(source))
    for rule in query.ordering.terms { add("order", text(of: rule, query.layout)) }
  }

  /// Adds the options of the request.
  ///
  /// Every option is passed through to a new request, so that one which isn't mentioned here doesn't compile.
  private mutating func addOptions(of query: RowQuery) {
    let request = query.request
    _ = RowRequest(
      rows: RowRequest.Rows(
        source: adding(request.rows.source) { text, source in
          switch source {
          case .table(let name): text.add("table", onOneLine(name))
          case .joined(let table):
            text.add("table", onOneLine(table.name))
            for part in table.canonicalTexts { text.add("joined", onOneLine(part)) }
          case .query(let sql): text.add("SQL", sql)
          }
        },
        storePredicate: adding(request.rows.storePredicate) {
          if let text = $1 { $0.add("filter", text) }
        },
        predicate: adding(request.rows.predicate) { if let predicate = $1 { $0.add(predicate) } },
        // The predicate includes it.
        unsearchedPredicate: request.rows.unsearchedPredicate,
        // The layout contains the key, named or declared.
        keyColumns: request.rows.keyColumns,
        cells: adding(request.rows.cells) { text, cells in
          for rule in cells ?? [] {
            text.add("cell", "\(onOneLine(rule.column)) \(onOneLine(rule.description))")
          }
          text.add(query.layout)
        },
        // It only rejects rows.
        mappingCheck: request.rows.mappingCheck,
        keepsContents: request.rows.keepsContents,
        isOutlineOnly: request.rows.isOutlineOnly,
        // They are made of the contents, which aren't in a section cache.
        aggregates: request.rows.aggregates,
        // Sections of a list that was followed wrongly are not those of one that is followed rightly.
        follows: adding(request.rows.follows) { text, follows in
          for table in follows {
            let parts = [table.table, table.column ?? "-", table.resultColumn].map(onOneLine)
            text.add("follows", parts.joined(separator: " "))
          }
        }),
      order: RowRequest.Order(
        sort: adding(request.order.sort) { text, sort in
          for term in sort { text.add("sort", text.text(of: term)) }
        },
        section: adding(request.order.section) { if let section = $1 { $0.add(section) } },
        // A list isn't in the store's own order.
        isInStoreOrder: request.order.isInStoreOrder),
      extent: Extent(
        slice: adding(request.extent.slice) { text, slice in
          guard let slice else { return }
          text.add("slice", "\(slice.offset) \(slice.limit.map { "\($0)" } ?? "all")")
        },
        lastRows: adding(request.extent.lastRows) { text, rows in
          if let rows { text.add("slice", "last \(rows)") }
        },
        // Contents aren't in a section cache.
        batchSize: request.extent.batchSize,
        // Sections are kept in another form if most rows are only counted, no matter how many aren't.
        windowSize: adding(request.extent.windowSize) {
          if $1 != nil { $0.add("form", "counted") }
        }))
  }

  /// Adds lines about an option, and returns the option.
  private mutating func adding<Option>(
    _ option: Option, _ add: (inout CanonicalRequest, Option) -> Void
  ) -> Option {
    add(&self, option)
    return option
  }

  /// The whole text.
  var text: String { lines.joined(separator: "\n") }

  private mutating func add(_ label: String, _ text: String) { lines.append("\(label) \(text)") }

  private mutating func add(_ label: String, _ text: StoreText) {
    add(label, onOneLine(text.text))
    for argument in text.arguments { add("value", argument.canonicalText) }
  }

  private mutating func add(_ predicate: RowPredicate) {
    var values: [StoredValue] = []
    add("condition", predicate.expression.canonicalText(&values))
    for value in values { add("value", value.canonicalText) }
    // What a search finds depends on Unicode's data.
    if predicate.expression.searches {
      add("library", onOneLine("Unicode of \(TextRules.version)"))
    }
  }

  private mutating func add(_ layout: RowLayout) {
    let columns = layout.allColumns
    for (index, name) in columns.names.enumerated() {
      let kind = columns.kinds[index].map { " \($0.rawValue)" } ?? ""
      add("column", "\(onOneLine(name))\(kind)")
    }
    let names = layout.keyColumns.map { onOneLine(layout.columns.names[$0]) }
    add("key", (names + (layout.fallsBackToRowID ? ["rowid"] : [])).joined(separator: " "))
    for table in layout.tables.sorted() { add("reads", onOneLine(table)) }
  }

  private mutating func add(_ section: SectionRule) {
    var words: [String] = []
    _ = SectionRule(
      column: adding(section.column) { _, column in
        if section.derivation == nil { words.append(onOneLine(column ?? "")) }
      },
      derivation: adding(section.derivation) { _, derivation in
        guard let derivation else { return }
        let parts = [section.column, derivation.argument].map { $0.map(onOneLine) ?? "-" }
        words += [derivation.function] + parts
      },
      isReversed: adding(section.isReversed) { _, isReversed in
        if let isReversed { words.append(isReversed ? "descending" : "ascending") }
      },
      isAsSorted: adding(section.isAsSorted) { if $1 { words.append("as sorted") } },
      // Names and titles are made of the key, and sections without rows are added when the list is shown.
      nilName: section.nilName, title: section.title,
      // It is part of the order, whose terms follow.
      ranks: section.ranks, declared: section.declared,
      // The derivation has its day.
      days: section.days, naming: section.naming)
    add("section", words.joined(separator: " "))
    guard let derivation = section.derivation else { return }
    if let rules = derivation.rules { add("library", onOneLine(rules)) }
    guard let day = derivation.day else { return }
    guard derivation.shownKey == nil else {
      // Days that are sections of the list have the same keys on any day.
      return add("zone", onOneLine(day.timeZone.identifier))
    }
    add("day", onOneLine(day.text))
  }

  private func text(of term: RowRequest.Term) -> String {
    text(
      of: onOneLine(term.column), isReversed: term.isReversed, nullsLast: term.placesNullsLast,
      term.collation)
  }

  private func text(of rule: OrderRule, _ layout: RowLayout) -> String {
    text(
      of: "\(layout.indexInAllColumns(of: rule.column))", isReversed: rule.isReversed,
      nullsLast: rule.placesNullsLast,
      rule.collation, rule.ranks)
  }

  private func text(
    of column: String, isReversed: Bool, nullsLast: Bool, _ collation: TextCollation,
    _ ranks: ValueRanks? = nil
  ) -> String {
    let listed = ranks.map { " listed " + $0.values.map(\.canonicalText).joined(separator: " ") }
    return
      "\(column) \(isReversed ? "descending" : "ascending") nulls \(nullsLast ? "last" : "first") "
      + "collation \(text(of: collation))\(listed ?? "")"
  }

  private func text(of collation: TextCollation) -> String {
    switch collation {
    case .binary, .caseInsensitive: "\(collation)"
    case .collated(let reference): reference.names.map(onOneLine).joined(separator: " ")
    }
  }
}

extension CanonicalRequest {
  /// Returns the name of a part in which a request differs from another one.
  static func difference(_ request: String, from other: String) -> String {
    let (lines, others) = (labelled(request), labelled(other))
    for (label, word) in words where lines[label] != others[label] { return word }
    return "request"
  }

  /// Returns the lines grouped by their first word, as bytes, because two texts can be equal in Unicode and still
  /// differ.
  private static func labelled(_ text: String) -> [String: [ArraySlice<UInt8>]] {
    Dictionary(grouping: Array(text.utf8).split(separator: UInt8(ascii: "\n"))) { line in
      String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  private static let words: [(String, String)] = [
    ("cache", "name"), ("table", "table"), ("SQL", "SQL"), ("filter", "condition"),
    ("condition", "condition"), ("value", "arguments"), ("column", "columns"), ("cell", "columns"),
    ("key", "key"), ("reads", "tables"), ("section", "sections"), ("sort", "order"),
    ("library", "version of the store's library, of the time zones or of Unicode"),
    ("order", "order"), ("slice", "limit or offset"), ("form", "window"), ("day", "day"),
    ("zone", "time zone"),
    ("source", "change source"),
    ("rules", "version of Sectional"),
  ]
}
