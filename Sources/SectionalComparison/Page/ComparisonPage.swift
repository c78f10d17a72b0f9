import Foundation
public import Sectional
import SectionalSQL

/// A page that shows a comparison to people: one file without references to others.
public struct ComparisonPage: Sendable {
  /// What the page says of the comparison besides its result.
  public struct Description: Sendable {
    /// The names of the stores, without passwords.
    public var stores: (first: String, second: String)
    /// The table's name, or `nil` for a statement.
    public var table: String?
    /// The request in words.
    public var request: String

    /// Describes a comparison.
    public init(stores: (first: String, second: String), table: String?, request: String) {
      (self.stores, self.table, self.request) = (stores, table, request)
    }
  }

  private let report: ComparisonReport
  private let description: Description

  /// The most bytes of rows on a page; with its script it stays under 2 MB.
  private static let room = 1_500_000

  /// The most sections in a chart.
  private static let mostBars = 200

  /// Prepares a page.
  public init(_ report: ComparisonReport, of description: Description) {
    (self.report, self.description) = (report, description)
  }

  /// The page as HTML: at most 2 MB, with the rows that differ and their neighbours, as many as there is room for.
  ///
  /// Names and values are data in it, whatever they contain.
  public var html: String {
    get throws(StoreError) {
      do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        return text(PackageResources.page_html)
          .replacing("/*STYLE*/", with: text(PackageResources.page_css))
          .replacing("/*SCRIPT*/", with: text(PackageResources.page_js))
          // What ends a script would end the data.
          .replacing("/*DATA*/", with: json.replacing("<", with: "\\u003c"))
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

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private var data: PageData {
    let stores = [description.stores.first, description.stores.second]
    let products = [report.descriptions.first?.product, report.descriptions.second?.product]
    return PageData(
      title: stores.joined(separator: " and "), table: description.table,
      request: description.request,
      stores: zip(stores, products).map { PageData.Store(name: $0, kind: $1 ?? "") },
      columns: report.orders.first?.columns.pairs.map(\.name) ?? [],
      orders: report.orders.map(order))
  }

  private func order(_ report: OrderReport) -> PageData.Order {
    let lines =
      report.isEqual
      ? nil : PageLines(report, room: ComparisonPage.room / max(self.report.orders.count, 1))
    let comparison = report.comparison
    let chart = PageChart(report).bars
    return PageData.Order(
      id: report.order.rawValue,
      title: report.order == .sectional ? "Sectional's order" : "Each store's own order",
      equal: report.isEqual, rows: [comparison.rowCounts.first, comparison.rowCounts.second],
      sections: [comparison.sectionCounts.first, comparison.sectionCounts.second],
      causes: report.causes.map(cause), chart: Array(chart.prefix(ComparisonPage.mostBars)),
      chartLeftOut: max(0, chart.count - ComparisonPage.mostBars), lines: lines?.lines ?? [],
      leftOut: lines?.leftOut ?? 0)
  }

  private func cause(_ cause: DifferenceCause) -> PageData.Cause {
    PageData.Cause(
      cause: cause.kind.rawValue, title: cause.title, column: cause.column, rows: cause.rows,
      sections: cause.sections, explanation: cause.explanation, remedy: cause.remedy,
      says: cause.says,
      first: cause.first.map { pair in
        let values = [pair.first, pair.second]
        return PageData.Pair(
          position: pair.position, column: pair.column, values: values.map(PageText.text),
          hasRow: values.map { $0 != nil },
          codePoints: values.map { $0.map { Array(CodePoints.all(of: $0).prefix(300)) } ?? [] },
          isOrder: pair.isOrder)
      })
  }
}
