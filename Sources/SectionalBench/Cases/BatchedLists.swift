import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// A list with batches over rows with a kilobyte of contents: the memory it takes, and looking at every row of it.
  ///
  /// It is compared with a list that holds all contents, and with a loop over it. A jump to a batch is compared with the page
  /// that a controller reads which knows some rows of its list: by the nearest of them and OFFSET.
  static let batchedLists = Benchmark(
    "batch-scroll", cases: ["batch-memory", "batch-scroll", "batch-load"], sizes: .any(from: 1000)
  ) { session, rows in
    let path = session.files.folder.path(of: "documents-\(rows).sqlite")
    if !FileManager.default.fileExists(atPath: path) { try Document.fill(path, rows: rows) }
    let store = try SQLiteStore(path: path)
    let list = ScrolledList(store: store, loop: try Baseline(path: path), rows: rows)
    let times = try await list.measure(session)
    var memory = Measurement("batch-memory", rows: rows, times.heapPerRow, unit: .bytes)
    memory.reach = Reach(text: "100 B", isReached: memory.median <= 100)
    var scroll = Measurement("batch-scroll", rows: rows, times.scroll)
    scroll.compare(
      with: "opening and reading a list without batches", times.everything.median, reaching: 2)
    scroll.counts = times.counts
    var load = Measurement("batch-load", rows: rows, times.load)
    load.compare(with: "keyset and OFFSET in C", times.page.median)
    load.counts = times.loadCounts
    return [memory, scroll, load]
  }
}

/// A record with a kilobyte of text.
struct Document: StoredRecord {
  var id: Int64
  var team: String
  var name: String
  var text: String

  static let table = RecordTable(
    "document", RecordColumn("id", \.id, primaryKey: true), RecordColumn("team", \.team),
    RecordColumn("name", \.name), RecordColumn("text", \.text),
    row: Document.init(id:team:name:text:))

  fileprivate static func fill(_ path: String, rows: Int) throws {
    try PlainDatabase(path: path).execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE document(
        id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL);
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(rows))
      INSERT INTO document
      SELECT n, printf('team %04d', n / 100), printf('name %08d', n), printf('%.*c', 1000, 'x')
      FROM number;
      CREATE INDEX document_by_name ON document(team, name);
      """)
  }
}

@ListOwner private struct ScrolledList {
  struct Times {
    var heapPerRow = Sample()
    var scroll = Sample()
    var everything = Sample()
    var counts: [Count] = []
    var load = Sample()
    var page = Sample()
    var loadCounts: [Count] = []
  }

  let store: SQLiteStore
  let loop: Baseline
  let rows: Int

  private func list(batchSize: Int) -> ResultsController<Document> {
    var request = ResultsRequest<Document>(sortBy: [SortKey(\.name)])
    request.fetchBatchSize = batchSize
    return ResultsController(
      fetchRequest: request, store: store, sectionBy: SectionKey(\.team), tracksChanges: false)
  }

  func measure(_ session: Session) async throws -> Times {
    var times = Times()
    try await session.rounds(RoundPlan(least: 2, most: 5, limit: .seconds(10))).run { _ in
      let before = try await Heap.bytesInUseAtRest()
      let start = ContinuousClock.now
      let list = list(batchSize: 100)
      try await list.performFetch()
      let opened = ContinuousClock.now
      times.heapPerRow.add(
        Double(try await Heap.bytesInUseAtRest() - before) / Double(rows))
      let scrolled = ContinuousClock.now
      let bytes = try await scroll(list)
      times.scroll.add(start.duration(to: opened) + scrolled.duration(to: .now))
      times.counts = Counters.counts(to: list.diagnostics)
      try await jump(list, &times)
      list.stop()
      times.everything.add(try await readEverything(expecting: bytes))
    }
    return times
  }

  /// Looks at every row.
  private func scroll(_ list: ResultsController<Document>) async throws -> Int {
    var bytes = 0
    for section in list.results.indices {
      for item in 0..<list.results[section].count {
        let path = IndexPath(indexes: [section, item])
        if list.results.row(ifLoaded: path) == nil { try await list.loadRows(at: [path]) }
        bytes += list.results.row(ifLoaded: path)?.text.utf8.count ?? 0
      }
    }
    return bytes
  }

  /// Looks at the first row of some sections.
  private func jump(_ list: ResultsController<Document>, _ times: inout Times) async throws {
    for place in 1...9 {
      let section = list.results.count * place / 10
      let path = IndexPath(indexes: [section, 0])
      if list.results.row(ifLoaded: path) != nil { continue }
      let (start, before) = (ContinuousClock.now, list.diagnostics)
      try await list.loadRows(at: [path])
      times.load.add(start.duration(to: .now))
      times.loadCounts = Counters.counts(from: before, to: list.diagnostics)
      let known = section * 100 - 60
      times.page.add(
        try loop.readAll(
          """
          SELECT id, team, name, text FROM document
          WHERE (team, name, id)
            > (printf('team %04d', \(known / 100)), printf('name %08d', \(known)), \(known))
          ORDER BY team, name, id LIMIT 100 OFFSET 50
          """, expecting: 100))
    }
  }

  private func readEverything(expecting bytes: Int) async throws -> Duration {
    let start = ContinuousClock.now
    let list = list(batchSize: 0)
    try await list.performFetch()
    var read = 0
    for section in list.results.indices {
      for item in 0..<list.results[section].count {
        read +=
          list.results.row(ifLoaded: IndexPath(indexes: [section, item]))?.text.utf8.count ?? 0
      }
    }
    let time = start.duration(to: .now)
    list.stop()
    guard read == bytes, bytes == rows * 1000 else {
      throw BenchmarkError("the lists read \(read) and \(bytes) bytes")
    }
    return time
  }
}
