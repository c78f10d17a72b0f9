import Testing

@testable import SectionalSQLite

/// Which files are opened for their events on Darwin, and what the events mean.
struct FolderWatchTests {
  typealias Part = FolderWatch.Part

  private var watch = FolderWatch(folder: "/data", file: "own.sqlite")

  private static func number(_ file: UInt64) -> FolderWatch.FileNumber {
    FolderWatch.FileNumber(device: 1, file: file)
  }

  @Test
  func `neither the database file nor its shared memory is ever opened`() {
    #expect(Part.allCases.count == 3)
    #expect(
      Part.allCases.map { watch.path(of: $0) } == [
        "/data", "/data/own.sqlite-wal", "/data/own.sqlite-journal",
      ])
  }

  @Test
  mutating func `the logs that are there are opened at first`() {
    #expect(watch.begin(finding: [:]) == [])
    #expect(watch.begin(finding: [.writeAheadLog: Self.number(7)]) == [.open(.writeAheadLog)])
  }

  @Test(arguments: Part.logs)
  mutating func `a log that comes is opened before the signal, and closed when it goes`(
    log: Part
  ) {
    let there = [log: Self.number(7)]
    #expect(watch.answer(.changed, of: .folder, finding: there) == [.open(log), .signal])
    #expect(watch.answer(.changed, of: log, finding: there) == [.signal])
    #expect(watch.answer(.changed, of: .folder, finding: there) == [.signal])
    #expect(watch.answer(.changed, of: .folder, finding: [:]) == [.close(log), .signal])
    #expect(watch.answer(.changed, of: .folder, finding: [:]) == [.signal])
  }

  @Test
  mutating func `a log in place of another one is opened again`() {
    _ = watch.begin(finding: [.rollbackJournal: Self.number(7)])
    #expect(
      watch.answer(.changed, of: .folder, finding: [.rollbackJournal: Self.number(8)])
        == [.close(.rollbackJournal), .open(.rollbackJournal), .signal])
  }

  @Test
  mutating func `a log that tells of its own end is closed, whatever has its name now`() {
    _ = watch.begin(finding: [.writeAheadLog: Self.number(7)])
    #expect(
      watch.answer(.gone, of: .writeAheadLog, finding: [.writeAheadLog: Self.number(8)])
        == [.close(.writeAheadLog), .open(.writeAheadLog), .signal])
    #expect(
      watch.answer(.gone, of: .writeAheadLog, finding: [:]) == [.close(.writeAheadLog), .signal])
    #expect(watch.answer(.gone, of: .writeAheadLog, finding: [:]) == [.signal])
  }

  @Test
  mutating func `a log that could not be opened is tried again`() {
    let there = [Part.writeAheadLog: Self.number(7)]
    _ = watch.begin(finding: there)
    watch.failedToOpen(.writeAheadLog)
    #expect(
      watch.answer(.changed, of: .folder, finding: there) == [.open(.writeAheadLog), .signal])
  }

  @Test
  mutating func `a folder that is gone ends the watch`() {
    #expect(watch.answer(.gone, of: .folder, finding: [:]) == [.signal, .end])
  }
}
