#if os(Linux)
  import Foundation
  import Sectional
  import SectionalSQL
  import SectionalSQLite
  import SectionalTesting
  import TestSupport
  import Testing

  /// What events of the file's folder reveal without polling.
  @MainActor @Suite(.serialized)
  struct FolderEventTests {
    private let file: ScratchDatabase

    init() throws { file = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY, n);") }

    private func controller(path: String) async throws -> ResultsController<StoredRow> {
      let store = try SQLiteStore(
        path: path, access: .readOnly, pollInterval: .seconds(3600))
      let controller = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
      try await controller.performFetch()
      return controller
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"], ["OFF", "NORMAL", "FULL"])
    func `every commit of another program is noticed`(mode: String, synchronous: String)
      async throws
    {
      try file.write("PRAGMA journal_mode = \(mode)")
      let shell = try SQLiteShell(path: file.path)
      try await shell.execute(
        "PRAGMA journal_mode = \(mode); PRAGMA synchronous = \(synchronous);"
      )
      let controller = try await controller(path: file.path)
      for number in 1...40 {
        try await shell.execute("INSERT INTO item(n) VALUES (\(number))")
        try await wait { controller.results.numberOfObjects == number }
      }
    }

    @Test
    func `a file behind a link, and a file whose folder was restored, are watched`() async throws {
      let folder = file.folder.appending(path: "data")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let link = file.folder.appending(path: "link.sqlite").path
      let path = folder.appending(path: "own.sqlite").path
      try file.write("CREATE TABLE item(id INTEGER PRIMARY KEY, n);", to: "data/own.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let (direct, linked) = (try await controller(path: path), try await controller(path: link))
      try file.write("INSERT INTO item VALUES (1, 1)", to: "data/own.sqlite")
      try await wait { direct.results.numberOfObjects == 1 && linked.results.numberOfObjects == 1 }
      let away = file.folder.appending(path: "away")
      try FileManager.default.moveItem(at: folder, to: away)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        at: away.appending(path: "own.sqlite"), to: folder.appending(path: "own.sqlite"))
      for number in 2...5 {
        try file.write("INSERT INTO item VALUES (\(number), 1)", to: "data/own.sqlite")
        try await wait { direct.results.numberOfObjects == number }
      }
    }

    @Test
    func `without file events the file is polled at short intervals`() async throws {
      let store = try SQLiteStore(
        path: file.path, access: .readOnly, pollInterval: .milliseconds(5), hasEvents: false,
        hook: .preupdate)
      let controller = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
      try await controller.performFetch()
      try file.write("INSERT INTO item VALUES (1, 1)")
      try await wait { controller.results.numberOfObjects == 1 }
    }

    @Test
    func `a file whose folder was away for a while is watched again`() async throws {
      let folder = file.folder.appending(path: "data")
      let away = file.folder.appending(path: "away")
      let path = folder.appending(path: "own.sqlite").path
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try file.write("CREATE TABLE item(id INTEGER PRIMARY KEY, n);", to: "data/own.sqlite")
      let list = try await controller(path: path)
      for number in 1...3 {
        try FileManager.default.moveItem(at: folder, to: away)
        try await wait(for: "an error") { list.error != nil }
        try FileManager.default.moveItem(at: away, to: folder)
        try await wait(for: "a current list") { list.error == nil && list.isCurrent }
        try file.write("INSERT INTO item VALUES (\(number), 1)", to: "data/own.sqlite")
        try await wait(for: "the row") { list.results.numberOfObjects == number }
      }
    }
  }
#endif
