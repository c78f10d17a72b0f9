import SectionalTesting
import Testing

@testable import Sectional

/// How each kind of change is reported.
struct ChangeSemanticsTests {
  /// Draws both lists, and compares the full form and, if it is given, the form for table views.
  private func check(
    _ before: String, _ after: String, tells expected: [String], tableUpdates: [String]? = nil,
    isSectioned: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = try ListDrawing(before, isSectioned: isSectioned)
    let changes = try ListDrawing(after, isSectioned: isSectioned).changes(from: old)
    #expect(changes.words == expected, sourceLocation: sourceLocation)
    guard let tableUpdates else { return }
    #expect(TableUpdates(changes).words == tableUpdates, sourceLocation: sourceLocation)
  }

  @Test
  func `nothing is reported if nothing changed`() throws {
    try check("A: x1 y2 | B: z1", "A: x1 y2 | B: z1", tells: [], tableUpdates: [])
  }

  @Test
  func `rows that only shift are not reported`() throws {
    try check("A: x1 y2 z3", "A: w0 x1 y2 z3", tells: ["insert w 0.0"])
    try check("A: w0 x1 y2 z3", "A: x1 y2 z3", tells: ["delete w 0.0"])
  }

  @Test
  func `new contents of a row that shifts are an update with both paths`() throws {
    try check(
      "A: w0 x1 y2", "A: x1 y2'", tells: ["delete w 0.0", "update y 0.2>0.1"],
      tableUpdates: ["delete 0.0", "reload 0.1"])
  }

  @Test
  func `a new position between the same neighbours is an update`() throws {
    try check("A: x1 y2 z9", "A: x1 y5 z9", tells: ["update y 0.1>0.1"])
    try check("A: x1 y2 z3", "A: x1 y2 z7", tells: ["update z 0.2>0.2"])
  }

  @Test
  func `a move may start and end at one path`() throws {
    try check(
      "A: a1 x2 b3", "A: b3 x4", tells: ["delete a 0.0", "move x 0.1>0.1"],
      tableUpdates: ["delete 0.0", "move 0.1>0.1", "reload 0.1"])
  }

  @Test
  func `a row that changes section is one move, though its neighbours stay`() throws {
    try check(
      "A: x1 y2 | B: z3", "A: x1 | B: y2 z3", tells: ["move y 0.1>1.0"],
      tableUpdates: ["move 0.1>1.0", "reload 1.0"])
  }

  @Test
  func `renaming a section deletes and inserts it with its rows implied`() throws {
    try check(
      "A: x1 y2 | C: z1", "B: x1 y2 | C: z1",
      tells: ["-0", "+0", "move x 0.0>0.0", "move y 0.1>0.1"], tableUpdates: ["-0", "+0"])
  }

  @Test
  func `rows of a section renamed to one that exists are inserted there`() throws {
    try check(
      "A: x1 y2 | B: z3", "B: x1 y2 z3", tells: ["-0", "move x 0.0>0.0", "move y 0.1>0.1"],
      tableUpdates: ["-0", "insert 0.0", "insert 0.1"])
  }

  @Test
  func `rows that leave a section for a new one are deleted from it`() throws {
    try check(
      "B: x1 y2 z3", "A: x1 | B: y2 z3", tells: ["+0", "move x 0.0>0.0"],
      tableUpdates: ["+0", "delete 0.0"])
  }

  @Test
  func `a section that is emptied and filled again survives`() throws {
    try check(
      "A: x1 | B: y1", "A: w1 | B: y1", tells: ["delete x 0.0", "insert w 0.0"],
      tableUpdates: ["delete 0.0", "insert 0.0"])
    try check(
      "A: x1 | B: y1", "A: y1 | B: x1", tells: ["move y 1.0>0.0", "move x 0.0>1.0"],
      tableUpdates: ["move 1.0>0.0", "move 0.0>1.0", "reload 0.0", "reload 1.0"])
  }

  @Test
  func `rows of new and deleted sections are reported, but implied`() throws {
    try check(
      "A: x1 y2 | B: z1", "B: z1 | C: w1 v2",
      tells: ["-0", "+1", "delete x 0.0", "delete y 0.1", "insert w 1.0", "insert v 1.1"],
      tableUpdates: ["-0", "+1"])
  }

  @Test
  func `two swapped rows are one move and one update`() throws {
    let old = try ListDrawing("A: w0 x1 y2 z9")
    let changes = try ListDrawing("A: w0 y1 x2 z9").changes(from: old)
    #expect(changes.rows.map(\.kind) == [.move, .update])
  }

  @Test
  func `the fewest rows move when many change their order`() throws {
    let old = try ListDrawing("A: a1 b2 c3 d4 e5")
    let changes = try ListDrawing("A: b11 c12 d13 e14 a15").changes(from: old)
    #expect(changes.rows.count { $0.kind == .move } == 1)
  }

  @Test
  func `rows whose position is unchanged never move, though fewer moves could do`() throws {
    let old = try ListDrawing("A: x1 y2 z3 w4")
    let changes = try ListDrawing("A: y2 z3 w4 x5").changes(from: old)
    #expect(changes.words == ["move x 0.0>0.3"])
    let back = try ListDrawing("A: z0 w0 x1 y2").changes(from: old)
    #expect(back.words == ["move w 0.3>0.0", "move z 0.2>0.1"])
  }

  @Test
  func `equal positions are ordered by the key`() throws {
    try check("A: x1 z1", "A: x1 y1 z1", tells: ["insert y 0.1"])
  }

  @Test
  func `a changed key is a delete and an insert`() throws {
    try check("A: x1 y2", "A: x1 z2", tells: ["delete y 0.1", "insert z 0.1"])
  }

  @Test
  func `a key that is in neither list is not a change`() throws {
    let old = try ListDrawing("A: x1")
    let changes = old.list.shownChanges(from: old.list, among: [RowKey(["x"]), RowKey(["q"])])
    #expect(changes.isEmpty)
  }

  @Test
  func `a list without sections keeps its one section`() throws {
    try check("A: x1 y2", "", tells: ["delete x 0.0", "delete y 0.1"], isSectioned: false)
    try check(
      "", "A: x1", tells: ["insert x 0.0"], tableUpdates: ["insert 0.0"], isSectioned: false)
    try check(
      "A: x1 y2", "A: y2 x3", tells: ["move x 0.0>0.1"],
      tableUpdates: ["move 0.0>0.1", "reload 0.1"],
      isSectioned: false)
  }

  @Test
  func `an empty list can become nonempty, and a nonempty one empty`() throws {
    try check("", "A: x1 | B: y1", tells: ["+0", "+1", "insert x 0.0", "insert y 1.0"])
    try check("A: x1 | B: y1", "", tells: ["-0", "-1", "delete x 0.0", "delete y 1.0"])
  }
}
