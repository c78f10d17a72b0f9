import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Replaying a full form fails if it doesn't lead to the list after.
struct FullFormReplayTests {
  private let before = Pictures.list(["A": ["x1", "y2", "z3"], "B": ["v1"]])
  private let after = Pictures.list(["A": ["y2'", "z3", "x9"], "C": ["w1"]])

  private let delete = Pictures.change(.delete, "v", from: (1, 0), isFromDeletedSection: true)
  private let insert = Pictures.change(.insert, "w", to: (1, 0), isToInsertedSection: true)
  private let move = Pictures.change(.move, "x", from: (0, 0), to: (0, 2))
  private let update = Pictures.change(.update, "y", from: (0, 1), to: (0, 0))

  private func replay(_ form: FullForm) throws -> ListPicture {
    var replay = FullFormReplay(before)
    try replay.apply(form, leadingTo: after)
    return replay.picture
  }

  private func expectViolation(
    deletes: [Int] = [1], inserts: [Int] = [1], _ rows: ResultsChange...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let violation = #expect(throws: LawViolation.self, sourceLocation: sourceLocation) {
      try replay(Pictures.form(deletes: deletes, inserts: inserts, rows))
    }
    #expect(violation?.law == .replay, sourceLocation: sourceLocation)
  }

  @Test
  func `a correct form leads to the list after the change`() throws {
    let form = Pictures.form(deletes: [1], inserts: [1], [delete, insert, move, update])
    #expect(try replay(form) == after)
  }

  @Test
  func `a missing change is detected`() {
    expectViolation(insert, move, update)
    expectViolation(delete, move, update)
    expectViolation(delete, insert, update)
    expectViolation(delete, insert, move)
    expectViolation(deletes: [], delete, insert, move, update)
    expectViolation(inserts: [], delete, insert, move, update)
  }

  @Test
  func `a wrong path is detected`() {
    expectViolation(delete, insert, move, Pictures.change(.update, "y", from: (0, 0), to: (0, 0)))
    expectViolation(delete, insert, Pictures.change(.move, "x", from: (0, 0), to: (0, 3)), update)
    expectViolation(delete, insert, Pictures.change(.move, "z", from: (0, 0), to: (0, 2)), update)
  }

  @Test
  func `a wrong order of changes is detected`() {
    expectViolation(insert, delete, move, update)
    expectViolation(delete, insert, update, move)
  }

  @Test
  func `a wrong flag is detected`() {
    expectViolation(delete, Pictures.change(.insert, "w", to: (1, 0)), move, update)
  }

  @Test
  func `an extra path is detected`() {
    let both = Pictures.change(
      .delete, "v", from: (1, 0), to: (1, 0), isFromDeletedSection: true)
    expectViolation(both, insert, move, update)
  }
}
