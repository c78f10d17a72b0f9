import Testing

@testable import SectionalCommand

/// How rows are laid out in aligned columns.
struct TextTableTests {
  private static let titles = ["Name", "Country", "People"]
  private static let rows = [
    ["القاهرة", "مصر", "9540000"], ["ירושלים", "ישראל", "981711"],
    ["กรุงเทพมหานคร", "ไทย", "5456000"], ["नई दिल्ली", "भारत", "249998"], ["東京都", "日本", "14094034"],
    ["서울특별시", "대한민국", "9668465"], ["北京市", "中国", "21893095"], ["Αθήνα", "Ελλάδα", "643452"],
    ["Sa\u{303}o Paulo", "Brasil", "11451245"], ["👨‍👩‍👧‍👦 🇩🇪", "🏳️‍🌈", "0"], ["a\u{1B}[2Jb\nc\td", "\r", ""],
    ["Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "Cymru", "3107"],
  ].map { [cell($0[0]), cell($0[1]), cell($0[2], .trailing)] }

  private static func cell(
    _ text: String, _ alignment: TerminalText.Alignment = .leading
  ) -> TextTable.Cell {
    TextTable.Cell(text: text, alignment: alignment)
  }

  private static func terminal(_ width: Int, isColoured: Bool = false) -> TerminalStyle {
    TerminalStyle(isColoured: isColoured, width: width, height: 24)
  }

  private static func lines(
    _ titles: [String] = titles, _ rows: [[TextTable.Cell]] = rows, style: TerminalStyle,
    indentation: Int = 0
  ) -> [String] {
    let table = TextTable(
      titles: titles, measuring: rows, style: style, indentation: indentation)
    return [table.titleLine()] + rows.map(table.line)
  }

  @Test
  func `columns are aligned`() {
    let rows = [
      [Self.cell("東京"), Self.cell("9", .trailing), Self.cell("x")],
      [Self.cell("Rome"), Self.cell("1000", .trailing), Self.cell("yy")],
    ]
    #expect(
      Self.lines(["City", "No", ""], rows, style: .plain) == [
        "City    No", "東京     9  x", "Rome  1000  yy",
      ])
  }

  @Test
  func `names of all scripts take the same columns`() {
    let lines = Self.lines(style: Self.terminal(200)).filter { !$0.hasPrefix("a␛") }
    #expect(Set(lines.map(DisplayWidth.columns)).count == 1)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 12, 17, 20, 40, 60, 79, 80, 81, 200])
  func `no line is wider than the terminal`(width: Int) {
    for indentation in [0, 2, 9] {
      for line in Self.lines(style: Self.terminal(width), indentation: indentation) {
        #expect(DisplayWidth.columns(of: line) <= width)
      }
    }
  }

  @Test
  func `the widest column is cut first`() {
    let rows = [[Self.cell("abcdefghijkl"), Self.cell("abcdef"), Self.cell("abc")]]
    let lines = { Self.lines(["", "", ""], rows, style: Self.terminal($0))[1] }
    #expect(lines(25) == "abcdefghijkl  abcdef  abc")
    #expect(lines(21) == "abcdefg…  abcdef  abc")
    #expect(lines(17) == "abcd…  abcd…  abc")
    #expect(lines(15) == "abc…  abc…  abc")
  }

  @Test
  func `important columns are cut and left out last`() {
    let rows = [[Self.cell("abcdefghijkl"), Self.cell("abcdefghijkl"), Self.cell("abcdefghijkl")]]
    let table = { (width: Int) in
      TextTable(
        titles: ["A", "B", "C"], measuring: rows, style: Self.terminal(width), important: [2])
    }
    #expect(table(34).line(rows[0]) == "abcdefgh…  abcdefgh…  abcdefghijkl")
    #expect(table(14).line(rows[0]) == "abc…  abcd…  …")
    #expect(table(14).titleLine() == "A     C      …")
    #expect(table(14).hiddenTitles == ["B"])
  }

  @Test
  func `columns that do not fit become an ellipsis`() {
    let rows = [[Self.cell("abcdefghijkl"), Self.cell("abcdef"), Self.cell("abc")]]
    let lines = { Self.lines(["A", "B", "C"], rows, style: Self.terminal($0)) }
    #expect(lines(14) == ["A      B     …", "abcd…  abc…  …"])
    #expect(lines(8) == ["A      …", "abcd…  …"])
    #expect(lines(6) == ["…", "…"])
  }

  @Test
  func `without a terminal no cell is cut`() {
    let long = String(repeating: "long ", count: 100) + "."
    let rows = [[Self.cell(long), Self.cell("x")], [Self.cell("short"), Self.cell("y")]]
    let lines = Self.lines(["", ""], rows, style: .plain)
    #expect(lines[1] == long + "  x")
    #expect(lines[2] == "short" + String(repeating: " ", count: 35 + 2) + "y")
  }

  @Test
  func `lines have no spaces at their end`() {
    let rows = [[Self.cell("a"), Self.cell("")], [Self.cell(""), Self.cell("")]]
    #expect(
      Self.lines(["Title", ""], rows, style: .plain, indentation: 2) == ["  Title", "  a", ""])
  }

  @Test
  func `rows may be shorter or longer than the titles`() {
    let rows = [[Self.cell("a")], [Self.cell("b"), Self.cell("c"), Self.cell("d")]]
    #expect(Self.lines(["X", "Y"], rows, style: .plain) == ["X  Y", "a", "b  c  d"])
  }

  @Test
  func `a table may be empty`() {
    #expect(Self.lines([], [], style: .plain) == [""])
    #expect(Self.lines(["A", "B"], [], style: Self.terminal(80)) == ["A  B"])
  }

  @Test(arguments: [TerminalStyle.plain, terminal(80)])
  func `control characters in data stay in their cell`(style: TerminalStyle) {
    let line = Self.lines([""], [[Self.cell("a\u{1B}[2Jb\nc\td")]], style: style)[1]
    #expect(line == "a␛[2Jb␊c␉d")
  }

  @Test
  func `right-to-left text is isolated in a terminal only`() {
    let rows = [[Self.cell("שלום"), Self.cell("x")]]
    #expect(Self.lines(["", ""], rows, style: .plain)[1] == "שלום  x")
    #expect(Self.lines(["", ""], rows, style: Self.terminal(80))[1] == "\u{2068}שלום\u{2069}  x")
  }

  @Test
  func `right-to-left text is isolated after it was cut`() {
    let line = Self.lines([""], [[Self.cell("שלום")]], style: Self.terminal(1))[1]
    #expect(line == "…")
    let wider = Self.lines([""], [[Self.cell("שלום עולם")]], style: Self.terminal(5))
    #expect(wider[1] == "\u{2068}שלום…\u{2069}")
  }

  @Test
  func `titles are bold and dim cells are dim if there is color`() {
    let rows = [[TextTable.Cell(text: "a", isDim: true), Self.cell("b")]]
    #expect(
      Self.lines(["A", "B"], rows, style: Self.terminal(80, isColoured: true)) == [
        "\u{1B}[1mA\u{1B}[22m  \u{1B}[1mB\u{1B}[22m", "\u{1B}[2ma\u{1B}[22m  b",
      ])
    #expect(Self.lines(["A", "B"], rows, style: Self.terminal(80)) == ["A  B", "a  b"])
  }
}
