import Foundation
import SectionalTesting
import Testing

/// Doubts that numbers count what sections of dates take them for.
@Suite struct DateDoubtTests {
  private static let doubt = "most dates in sent fall before 1900 or after 2100"

  /// A database of messages, which were sent some seconds after now.
  private func messages(_ delays: [Int]) throws -> ScratchDatabase {
    let now = Int(Date().timeIntervalSince1970)
    let rows = delays.enumerated().map { "(\($0 + 1), \(now + $1))" }.joined(separator: ", ")
    return try ScratchDatabase(
      "CREATE TABLE mail(id INTEGER PRIMARY KEY, sent); INSERT INTO mail VALUES \(rows)")
  }

  @Test func `a list from its cache has rows whose dates aren't in memory`() throws {
    let file = try messages((0..<200).map { -$0 * 86_400 })
    let command = try CachingCommand()
    for _ in 1...2 {
      let outcome = try command.run([
        "list", file.path, "mail", "--section", "relative(sent)", "--format", "json", "--cache",
        "mail",
      ])
      #expect(outcome.status == 0, "\(outcome.complaint)")
      #expect(outcome.complaint.isEmpty)
    }
  }

  @Test func `one far date among others is no doubt, and many are`() throws {
    let (year, far) = (365 * 86_400, 8000 * 365 * 86_400)
    let arguments = ["mail", "--section", "relative(sent)", "--sort", "id"]
    let one = try messages([far] + (1...9).map { year + $0 })
    let outcome = try SectionalProcess(["list", one.path] + arguments).finish()
    #expect(!outcome.complaint.contains(DateDoubtTests.doubt), "\(outcome.complaint)")
    let many = try messages((1...9).map { far + $0 })
    let doubted = try SectionalProcess(["list", many.path] + arguments).finish()
    #expect(doubted.complaint.contains(DateDoubtTests.doubt), "\(doubted.complaint)")
  }
}
