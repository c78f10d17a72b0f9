import Sectional
import SectionalSQL

/// `sectional watch STORE`: says which tables change, until interrupted.
struct WatchTablesCommand {
  let address: StoreAddress

  /// - Throws: ``UsageError`` if options are given that need a table.
  init(_ address: StoreAddress, _ arguments: Arguments) throws {
    self.address = address
    guard let option = arguments.given.sorted().first else { return }
    let line = ShellWord.line(["sectional", "watch", address.text])
    throw UsageError(
      "\(option) needs a table: \(line) TABLE \(option) …; \(line) alone follows all tables")
  }

  @MainActor func run() async throws {
    ProgressLine.show("examining \(address.text)")
    let tables = try await tables()
    let ending = Ending()
    // Other tables don't wait for long for one that another program has locked.
    let store = try address.open(busyTimeout: .seconds(1))
    let following = Task {
      do throws(StoreError) { try await follow(store, tables) } catch { ending.fail(error) }
    }
    defer { following.cancel() }
    try await ending.wait()
    StandardOutput.write("\n")
  }

  private func tables() async throws -> [String] {
    let tables = try await address.tables().filter { !$0.isView }.map(\.name)
    guard !tables.isEmpty else {
      throw StoreError(.noSuchTable, "\(address.text) has no tables; create one, and watch again")
    }
    return tables
  }

  @MainActor private func follow(
    _ store: some ListedStore, _ tables: [String]
  ) async throws(StoreError) {
    var tables = tables
    while !Task.isCancelled {
      let known = tables
      try await StoreError.wrapping {
        let follower = try await TablesFollower(store, known)
        ProgressLine.finish()
        write(TablesNews.opening(of: address, tables: follower.names, skipping: follower.skipped))
        var doubts: [String: [String]] = [:]
        try await follower.run { news in
          if let line = news.line(knowing: doubts) { write(line) }
          doubts.merge(news.doubts) { $1 }
        }
      }
      // A table was dropped or renamed, or has no key.
      tables = try await StoreError.wrapping { try await self.tables() }
    }
  }

  @MainActor private func write(_ text: String) {
    let time = TerminalStyle.current().dim("\(TimeText.now)  ")
    StandardOutput.write("\(time)\(TerminalText.printable(text))\n")
  }
}

/// What is said of several tables.
struct TablesNews: Sendable, Equatable {
  /// The number of rows that changed in each table in which they are known.
  var rows: [String: Int] = [:]
  /// The tables in which any row may have changed, by the reason why more isn't known.
  var doubts: [String: [String]] = [:]
  var problem: String?

  /// Returns the news on one line, or `nil` if nothing changed.
  ///
  /// - Parameter told: The doubts that were told last, which need no reason again.
  /// - Returns: The line.
  func line(knowing told: [String: [String]] = [:]) -> String? {
    if let problem { return problem }
    let known = rows.sorted { $0.key < $1.key }
      .map { "\($0.key) \(CountText.text($0.value, "row"))" }
    let doubtful = doubts.sorted { $0.key < $1.key }.map { reason, tables -> String in
      var names = tables.sorted().prefix(3).joined(separator: ", ")
      if tables.count > 3 { names += " and \(CountText.text(tables.count - 3, "more table"))" }
      return "\(names) may have changed\(told[reason] == tables ? "" : " (\(reason))")"
    }
    let parts = known + doubtful
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// Returns what is said first.
  static func opening(
    of address: StoreAddress, tables: [String], skipping skipped: [String]
  ) -> String {
    let rest = skipped.isEmpty ? "" : "; skipping \(skipped.joined(separator: ", ")) (no key)"
    return
      "watching \(CountText.text(tables.count, "table")) of \(address.text)\(rest); Ctrl-C stops"
  }
}

/// Follows the changes of several tables.
private struct TablesFollower<Store: ListedStore> {
  /// Where the source's record was when each table was looked at, if the source has one.
  private typealias Cursors = [String: Store.Source.Cursor?]
  private typealias Table = (name: String, request: RowRequest)

  /// How many tables are looked at in one transaction, because a server has few locks, and each table takes one.
  private static var mostAtOnce: Int { 64 }

  private let store: Store
  private let source: Store.Source
  /// The tables that are followed, in the groups that are looked at together.
  private let groups: [[Table]]
  /// Where the source's record was when the follower was made; what is written later is reported.
  private var start: Cursors = [:]
  /// The tables whose rows have no identity, so that they can't be followed.
  let skipped: [String]

  /// The tables that are followed.
  var names: [String] { groups.joined().map(\.name) }

  /// Finds out which tables can be followed.
  init(_ store: Store, _ tables: [String]) async throws {
    self.store = store
    source = store.changeSource()
    let requested = try tables.map { name in
      (name: name, request: try ResultsRequest<StoredRow>(table: name).rowRequest(sectionBy: nil))
    }
    var found: [(table: Table, hasKey: Bool)] = []
    for group in Self.groups(of: requested) { found += try await Self.examined(group, store) }
    groups = Self.groups(of: found.filter(\.hasKey).map(\.table))
    skipped = found.filter { !$0.hasKey }.map(\.table.name)
    start = try await look(since: [:]).1
  }

  private static func groups(of tables: [Table]) -> [[Table]] {
    stride(from: 0, to: tables.count, by: mostAtOnce).map { start in
      Array(tables[start..<min(start + mostAtOnce, tables.count)])
    }
  }

  /// Returns the tables that exist, and whether something identifies their rows.
  private static func examined(
    _ tables: [Table], _ store: Store
  ) async throws -> [(table: Table, hasKey: Bool)] {
    do {
      return try await store.read { reader in
        try await reader.prepare(for: tables.map(\.request))
        var found: [(table: Table, hasKey: Bool)] = []
        for table in tables { found.append((table, try await hasKey(table, reader))) }
        return found
      }
    } catch let error as StoreError where error.code == .noSuchTable || concernsOneTable(error) {
      guard tables.count > 1 else {
        // It was dropped meanwhile, or is locked.
        return error.code == .noSuchTable ? [] : tables.map { ($0, true) }
      }
      var found: [(table: Table, hasKey: Bool)] = []
      for table in tables { found += try await examined([table], store) }
      return found
    }
  }

  /// Returns whether an error says that a table is locked, and not the whole store.
  private static func concernsOneTable(_ error: StoreError) -> Bool {
    error.code == .busy && Store.locksEachTable
  }

  private static func hasKey(_ table: Table, _ reader: Store.Reader) async throws -> Bool {
    do {
      _ = try await reader.layout(of: table.request)
      return true
    } catch let error as StoreError where error.code == .noKey {
      return false
    }
  }

  /// Reports changes until the task is cancelled, or until a table is missing, or has no key: that isn't known of one that was locked.
  func run(_ report: @MainActor (TablesNews) -> Void) async throws {
    let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let doorbell = Doorbell { bell.yield() }
    let source = source
    let running = Task {
      while !Task.isCancelled {
        try? await source.run(doorbell)
        try await Task.sleep(for: .seconds(1))
        bell.yield()
      }
    }
    defer { running.cancel() }
    var cursors = start
    for await _ in rings {
      do {
        let (news, next) = try await look(since: cursors)
        cursors = next
        await report(news)
      } catch let error as StoreError where [.noSuchTable, .noKey].contains(error.code) {
        return
      } catch let error as StoreError {
        await report(TablesNews(problem: ErrorText.text(error)))
        try await Task.sleep(for: .seconds(1))
        bell.yield()
      }
      // Several commits in a second are one line.
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func look(since cursors: Cursors) async throws -> (TablesNews, Cursors) {
    var (news, next) = (TablesNews(), cursors)
    for group in groups {
      do {
        (news, next) = try await look(at: group, adding: news, next)
      } catch let error as StoreError where Self.concernsOneTable(error) {
        for table in group { (news, next) = try await look(at: table, adding: news, next) }
      }
    }
    return (news, next)
  }

  /// Looks at a table that another program may have locked.
  private func look(
    at table: Table, adding news: TablesNews, _ cursors: Cursors
  ) async throws -> (TablesNews, Cursors) {
    do {
      return try await look(at: [table], adding: news, cursors)
    } catch let error as StoreError where Self.concernsOneTable(error) {
      var news = news
      news.doubts["another program has locked it", default: []].append(table.name)
      return (news, cursors)
    }
  }

  /// Looks at some tables, and returns what was known before with what is new.
  private func look(
    at tables: [Table], adding news: TablesNews, _ cursors: Cursors
  ) async throws -> (TablesNews, Cursors) {
    try await store.read { reader in
      try await reader.prepare(for: tables.map(\.request))
      var (news, next) = (news, cursors)
      for (name, request) in tables {
        let layout = try await reader.layout(of: request)
        // Of a virtual table, for example, it isn't known what its rows depend on.
        var region = layout.region
        if case .unknown = layout.dependence { region = .everything }
        let place = cursors[name]
        let answer = try await source.changes(in: region, since: place ?? nil, reader)
        next[name] = .some(answer.cursor)
        guard let place else {
          news.doubts["it was locked until now", default: []].append(name)
          continue
        }
        guard place != nil else {
          news.doubts["the store doesn't tell which tables changed", default: []].append(name)
          continue
        }
        switch answer.rows {
        case .tables(let tables):
          let count = tables.values.reduce(0) { $0 + $1.keys.count }
          if count > 0 { news.rows[name] = count }
        case .everything(let reason): news.doubts[reason, default: []].append(name)
        }
      }
      return (news, next)
    }
  }
}
