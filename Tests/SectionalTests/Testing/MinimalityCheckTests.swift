import Sectional
import SectionalTesting
import Testing

/// A change set that is correct but reports too much is rejected.
struct MinimalityCheckTests {
  private func expectViolation(
    _ form: FullForm, from before: ListPicture, to after: ListPicture, saying difference: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let violation = #expect(throws: LawViolation.self, sourceLocation: sourceLocation) {
      try MinimalityCheck(from: before, to: after, order: Pictures.order).run(form)
    }
    #expect(violation?.law == .minimal, sourceLocation: sourceLocation)
    #expect(
      violation?.difference.contains(difference) == true, "\(violation?.difference ?? "")",
      sourceLocation: sourceLocation)
  }

  private let list = Pictures.list(["A": ["x1", "y2"]])

  @Test
  func `a row that did not change is not reported`() {
    let update = Pictures.change(.update, "x", from: (0, 0), to: (0, 0))
    expectViolation(
      Pictures.form([update]), from: list, to: list, saying: "an update changes nothing")
    let move = Pictures.change(.move, "x", from: (0, 0), to: (0, 0))
    expectViolation(
      Pictures.form([move]), from: list, to: list, saying: "its place in the order is unchanged")
  }

  @Test
  func `a row whose contents alone changed does not move`() {
    let move = Pictures.change(.move, "x", from: (0, 0), to: (0, 0))
    expectViolation(
      Pictures.form([move]), from: list, to: Pictures.list(["A": ["x1'", "y2"]]),
      saying: "its place in the order is unchanged")
  }

  @Test
  func `a move is not reported as a delete and an insert`() {
    let delete = Pictures.change(.delete, "x", from: (0, 0))
    let insert = Pictures.change(.insert, "x", to: (0, 1))
    let after = Pictures.list(["A": ["y2", "x3"]])
    expectViolation(
      Pictures.form([delete, insert]), from: list, to: after, saying: "inserted or deleted")
    expectViolation(
      Pictures.form([insert, insert]), from: list, to: after, saying: "inserted or deleted")
  }

  @Test
  func `no row is in two changes`() {
    let update = Pictures.change(.update, "x", from: (0, 0), to: (0, 0))
    expectViolation(
      Pictures.form([update, update]), from: list, to: Pictures.list(["A": ["x1'", "y2"]]),
      saying: "two changes")
  }

  @Test
  func `every changed row is reported`() {
    expectViolation(
      Pictures.form([]), from: list, to: Pictures.list(["A": ["x1'", "y2"]]),
      saying: "reported")
  }

  @Test
  func `a change of an unknown row is detected`() {
    let delete = Pictures.change(.delete, "q", from: (0, 0))
    expectViolation(Pictures.form([delete]), from: list, to: list, saying: "no row has the key")
  }

  @Test
  func `two swapped rows are not two moves`() {
    let moves = Pictures.form([
      Pictures.change(.move, "y", from: (0, 1), to: (0, 0)),
      Pictures.change(.move, "x", from: (0, 0), to: (0, 1)),
    ])
    expectViolation(
      moves, from: list, to: Pictures.list(["A": ["y1", "x2"]]),
      saying: "2 moves are reported, but 1")
  }

  @Test
  func `sections that are neither new nor deleted are not reported`() {
    expectViolation(
      Pictures.form(deletes: [0], inserts: [0], []), from: list, to: list,
      saying: "sections -[0] +[0]")
  }
}
