import Sectional
import Testing

@testable import SectionalComparison

/// How columns are paired, and how texts are told apart.
@Suite struct ColumnPairTests {
  @Test func `columns are paired by their exact names first`() {
    let columns = ColumnPairs(["id", "Name", "name", "X"], ["name", "ID", "x", "y"])
    #expect(columns.pairs.map { [$0.first, $0.second] } == [[0, 1], [2, 0], [3, 2]])
    #expect(columns.onlyInFirst == ["Name"])
    #expect(columns.onlyInSecond == ["y"])
  }

  @Test func `code points are shown from where texts differ`() {
    let text = String(repeating: "x", count: 40)
    let points = CodePoints(.text(text + "å"), .text(text + "a\u{30A}"))
    #expect(points.first == "… U+0078 U+0078 U+0078 U+0078 U+00E5")
    #expect(points.second == "… U+0078 U+0078 U+0078 U+0078 U+0061 U+030A")
    #expect(CodePoints(.text("a"), nil).second == "")
  }
}
