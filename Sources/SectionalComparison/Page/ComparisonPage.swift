public import Foundation
public import Sectional
import SectionalSQL

/// A page that shows a comparison to people: one file without references to others.
public struct ComparisonPage: Sendable {
  /// What the page says of the comparison besides its result.
  public struct Description: Sendable {
    /// The addresses of the stores, without passwords.
    public var stores: (first: String, second: String)
    /// What to call the stores, or `nil` for the last parts of their addresses.
    public var names: (first: String, second: String)?
    /// The name of the table in each store, or `nil` for a statement.
    public var tables: (first: String, second: String)?
    /// The request in words.
    public var request: String
    /// The causes that may stay.
    public var accepted: AcceptedDifferences
    /// When the stores were compared.
    public var date: Date

    /// Describes a comparison.
    public init(
      stores: (first: String, second: String), tables: (first: String, second: String)?,
      request: String, accepted: AcceptedDifferences = AcceptedDifferences(),
      names: (first: String, second: String)? = nil, date: Date = .now
    ) {
      (self.stores, self.names) = (stores, names)
      (self.tables, self.request) = (tables, request)
      (self.accepted, self.date) = (accepted, date)
    }
  }

  private let report: ComparisonReport
  private let description: Description

  /// The most bytes of causes and rows on a page, but for each order's last row; with its script it stays under 2 MB unless
  /// there are more than about a thousand causes.
  private static let room = 1_500_000

  /// The most sections in a chart.
  private static let mostBars = 200

  /// Prepares a page.
  public init(_ report: ComparisonReport, of description: Description) {
    (self.report, self.description) = (report, description)
  }

  /// The page as HTML: at most 2 MB, unless there are more than about a thousand causes, with the rows that differ and their neighbours, as many as there is room for.
  ///
  /// Names and values are data in it, whatever they contain.
  public var html: String {
    get throws(StoreError) {
      do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(try data()), as: UTF8.self)
        return text(PackageResources.page_html)
          .replacing("/*STYLE*/", with: style)
          .replacing("/*SCRIPT*/", with: script)
          // What ends a script would end the data.
          .replacing("/*DATA*/", with: json.replacingScalars(["<": "\\u003c"]))
          // The first place is the title's, whatever the data contains.
          .replacing("/*TITLE*/", with: title, maxReplacements: 1)
      } catch {
        throw StoreError(.unsupported, "the page could not be made: \(error)", cause: error)
      }
    }
  }

  /// Writes the page to a file; an older page there is replaced.
  ///
  /// - Throws: `StoreError` with code `cannotOpen` if the file can't be written, or is something else than a page.
  public func write(to path: String) throws(StoreError) {
    try ComparisonPage.checkIsFree(path)
    let html = try html
    do {
      try Data(html.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw StoreError(
        .cannotOpen, "\(path) can't be written; name a file in a folder that exists", cause: error)
    }
  }

  /// Checks that writing a page to a file replaces nothing but a page.
  ///
  /// - Throws: `StoreError` with code `cannotOpen` if the file is something else.
  public static func checkIsFree(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let start = (try? FileHandle(forReadingFrom: URL(filePath: path)))
      .flatMap { try? $0.read(upToCount: 64) }
    guard let start, String(decoding: start, as: UTF8.self).lowercased().hasPrefix("<!doctype html")
    else {
      throw StoreError(
        .cannotOpen, "\(path) exists and isn't a page; name another file for the page")
    }
  }

  /// The title as HTML, for programs that run no scripts; a browser shows what was found, too.
  private var title: String {
    let tables = description.tables.map { tables in
      tables.first == tables.second ? tables.first : "\(tables.first) and \(tables.second)"
    }
    let text =
      "\(tables.map { "\($0): " } ?? "")\(names.first) and \(names.second) compared by Sectional"
    return text.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }

  private var style: String {
    text(
      PackageResources.theme_css, PackageResources.page_css, PackageResources.causes_css,
      PackageResources.rows_css, PackageResources.paper_css)
  }

  private var script: String {
    text(
      PackageResources.elements_js, PackageResources.values_js, PackageResources.differences_js,
      PackageResources.model_js,
      PackageResources.filters_js, PackageResources.head_js, PackageResources.causes_js,
      PackageResources.overview_js, PackageResources.rows_js, PackageResources.panel_js,
      PackageResources.toolbar_js, PackageResources.navigation_js, PackageResources.page_js)
  }

  private func text(_ bytes: [UInt8]...) -> String {
    bytes.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  private var names: (first: String, second: String) {
    description.names ?? StoreNames.short(of: description.stores)
  }

  private func data() throws -> PageData {
    let addresses = [description.stores.first, description.stores.second]
    let names = [self.names.first, self.names.second]
    let products = [report.descriptions.first?.product, report.descriptions.second?.product]
    let columns = report.orders.first?.columns.pairs.map(\.name) ?? []
    let keys = report.orders.first?.lists.first.keyColumns ?? []
    return PageData(
      title: addresses.joined(separator: " and "), date: description.date.ISO8601Format(),
      tables: description.tables.map { [$0.first, $0.second] }, request: description.request,
      stores: names.indices.map {
        PageData.Store(name: names[$0], address: addresses[$0], kind: products[$0] ?? "")
      },
      columns: columns, keyColumns: keys.compactMap(columns.firstIndex),
      orders: try report.orders.map(order))
  }

  private func order(_ report: OrderReport) throws -> PageData.Order {
    let number = self.report.orders.reduce(0) { $0 + $1.causes.count }
    let causes = report.causes.map { cause($0, among: number) }
    let taken = try JSONEncoder().encode(causes).reduce(0) { $0 + PageText.size($1) }
    let room = ComparisonPage.room / max(self.report.orders.count, 1) - taken
    // There is at least one row.
    let lines = report.isEqual ? nil : PageLines(report, room: max(room, 1))
    let comparison = report.comparison
    let chart = PageChart(report).bars
    return PageData.Order(
      id: report.order.rawValue, title: report.order.title, explanation: report.order.explanation,
      equal: report.isEqual,
      answer: report.answer(namingStores: names, accepting: description.accepted),
      rows: [comparison.rowCounts.first, comparison.rowCounts.second],
      sections: [comparison.sectionCounts.first, comparison.sectionCounts.second],
      causes: causes, chart: Array(chart.prefix(ComparisonPage.mostBars)),
      chartLeftOut: max(0, chart.count - ComparisonPage.mostBars),
      differing: comparison.rowsByColumn.compactMap { name, rows in
        report.columns.pairs.firstIndex { $0.name == name }.map {
          PageData.ColumnCount(column: $0, rows: rows)
        }
      }, places: lines?.places.counts ?? [], lines: lines?.lines ?? [],
      leftOut: lines?.leftOut ?? 0)
  }

  /// Returns a cause; the more causes, the less of their values.
  private func cause(_ cause: DifferenceCause, among count: Int) -> PageData.Cause {
    let most = PageText.longest(ofCauses: count)
    return PageData.Cause(
      cause: cause.kind.rawValue, title: cause.title, column: cause.column, rows: cause.rows,
      sections: cause.sections, explanation: cause.explanation,
      remedy: report.remedy(for: cause, besidesStatementIn: description.tables),
      statement: report.statement(for: cause, in: description.tables).map {
        PageData.Statement(sql: $0.sql, place: $0.place)
      },
      accept: AcceptedDifferences.canAccept(cause) ? cause.acceptance : nil,
      isAccepted: description.accepted.accept(cause),
      isExpected: cause.isExpectedAfterMigration, says: cause.says,
      first: cause.first.map { pair in
        let values = [pair.first, pair.second]
        let omitted = PageText.omitted(pair.first, pair.second, upTo: most)
        return PageData.Pair(
          position: pair.position, column: pair.column,
          values: PageText.texts(pair.first, pair.second, upTo: most),
          hasRow: values.map { $0 != nil },
          codePoints: values.map {
            $0.map { Array(CodePoints.all(of: $0).dropFirst(omitted).prefix(most)) } ?? []
          },
          isOrder: pair.isOrder)
      })
  }
}
