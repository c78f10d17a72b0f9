import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// A chat that opens with its newest messages, by day: opening it, loading earlier ones, and a new message.
  ///
  /// It is compared with the same page, read in C.
  static let chat = Benchmark(
    "chat", cases: ["chat-open", "chat-earlier", "chat-message"], sizes: .any(from: 1000)
  ) { session, rows in
    let chat = try MeasuredChat(MessageTable(rows: rows), in: session.files.folder)
    let times = try await chat.measure(session)
    return [
      times.opening.measurement("chat-open", rows, times.page),
      times.earlier.measurement("chat-earlier", rows, times.page),
      times.message.measurement("chat-message", rows, times.page),
    ]
  }
}

extension MeasuredChat.Step {
  fileprivate func measurement(_ name: String, _ rows: Int, _ page: Sample) -> Measurement {
    var measurement = Measurement(name, rows: rows, times)
    measurement.compare(with: "the last page in C", page.median)
    measurement.reach = Reach(text: "10 ms", isReached: measurement.median <= 10e-3)
    measurement.counts = counts
    return measurement
  }
}

/// A chat over a table, and a loop that reads its last page.
@ListOwner private struct MeasuredChat {
  struct Step {
    var times = Sample()
    /// The counts of the last time.
    var counts: [Count] = []
  }

  struct Times {
    var opening = Step()
    var earlier = Step()
    var message = Step()
    var page = Sample()
  }

  private let store: SQLiteStore
  private let loop: Baseline

  init(_ table: MessageTable, in folder: TemporaryFolder) throws {
    let path = try table.path(in: folder)
    store = try SQLiteStore(path: path)
    loop = try Baseline(path: path)
  }

  func measure(_ session: Session) async throws -> Times {
    var times = Times()
    try await session.rounds(RoundPlan(least: 5, most: 100, limit: .seconds(10))).run { _ in
      let start = ContinuousClock.now
      let chat = try await FollowedList(ofNewestIn: store)
      times.opening.times.add(start.duration(to: .now))
      let opened = chat.controller.diagnostics
      times.opening.counts = Counters.rowCounts(to: opened)
      times.page.add(try loop.readAll(MessageTable.lastPage, expecting: MessageTable.lastRows))
      try await chat.settle()
      let before = chat.controller.diagnostics
      let beginning = ContinuousClock.now
      try await chat.controller.loadEarlier(MessageTable.lastRows)
      times.earlier.times.add(beginning.duration(to: .now))
      let earlier = chat.controller.diagnostics
      times.earlier.counts = Counters.rowCounts(from: before, to: earlier)
      try await comeAndGo(in: chat, &times.message)
      chat.controller.stop()
    }
    return times
  }

  /// Writes a message, and deletes it.
  private func comeAndGo(in chat: FollowedList<ChatMessage>, _ step: inout Step) async throws {
    let message = ChatMessage(
      id: .max, text: "new", sentAt: .init(timeIntervalSince1970: Double(MessageTable.newest + 60)))
    let before = chat.controller.diagnostics
    step.times.add(try await chat.change { db in try db.insert(message) }.afterCommit)
    step.counts = Counters.rowCounts(from: before, to: chat.controller.diagnostics)
    _ = try await chat.change { db in try db.delete(message) }
  }
}
