import SectionalTesting
import Testing

@testable import SectionalSQLite

/// Which commits lie between two moments of a file.
@Suite struct FileMomentTests {
  private func moment(_ file: SeenFile, commits: UInt8) -> FileMoment {
    var bytes = [UInt8](repeating: 0, count: SQLiteHeader.count)
    bytes[27] = commits
    return FileMoment(file, SQLiteHeader(bytes: bytes))
  }

  @Test func `a step is exactly one commit`() throws {
    let database = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY)")
    let file = try #require(SeenFile(at: database.path))
    let start = moment(file, commits: 5)
    #expect(moment(file, commits: 6).step(from: start) != nil)
    #expect(moment(file, commits: 7).step(from: start) == nil)
    #expect(moment(file, commits: 5).step(from: start) == nil)
    #expect(moment(file, commits: 4).step(from: start) == nil)
    let other = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY)")
    let otherFile = try #require(SeenFile(at: other.path))
    #expect(moment(otherFile, commits: 6).step(from: start) == nil)
  }
}
