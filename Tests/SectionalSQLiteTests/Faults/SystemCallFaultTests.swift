import FaultyFiles
import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The n-th call that SQLite makes to the system fails, or all calls from the n-th on do, for every n.
@MainActor @Suite(.timeLimit(.minutes(HistoryLength.minutes(10)))) struct SystemCallFaultTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let fault: sectional_fault
    let journal: String
    let isLasting: Bool

    /// How many calls go wrong in a row.
    var count: Int {
      // SQLite asks a hundred times for a lock, which takes ten seconds.
      isLasting ? (fault == SECTIONAL_FAULT_LOCK ? 20 : 1 << 40) : 1
    }

    var testDescription: String { "\(name), \(isLasting ? "lasting" : "once"), \(journal)" }

    static let all: [Case] = [
      ("fail", SECTIONAL_FAULT_FAIL), ("full", SECTIONAL_FAULT_FULL),
      ("shorten", SECTIONAL_FAULT_SHORTEN), ("delay", SECTIONAL_FAULT_DELAY),
      ("lock", SECTIONAL_FAULT_LOCK),
    ].flatMap { name, fault in
      ["wal", "delete"].flatMap { journal in
        [false, true].map { Case(name: name, fault: fault, journal: journal, isLasting: $0) }
      }
    }
  }

  @Test(arguments: Case.all)
  func `a list shows the truth or an error whichever call fails`(fault: Case) async throws {
    try #require(FaultyFolder.isInstalled)
    let total = try await calls(fault, failingFrom: .max)
    // A short run takes a few calls of each case, and others in each.
    let step = HistoryLength.isLong ? 1 : max(total / 4, 1)
    var first = 1 + fault.testDescription.utf8.reduce(0) { $0 + Int($1) } % step
    // After a fault there can be more calls, and in another order.
    while first <= max(total, try await calls(fault, failingFrom: first)) { first += step }
    #expect(first > step)
    HistoryLength.tell("each of \(first - 1) calls: \(fault.testDescription)")
  }

  /// Runs a case, and returns how many calls there were to choose from.
  private func calls(_ fault: Case, failingFrom first: Int) async throws -> Int {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode=\(fault.journal);
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT, name TEXT);
      INSERT INTO item VALUES \(DisturbedLists.rows);
      """)
    let lists = DisturbedLists(
      turn: first,
      open: {
        let store = try SQLiteStore(
          path: file.path, pollInterval: .milliseconds(5), busyTimeout: .milliseconds(40))
        return TestStore(.sqlite(store, file))
      }, writeElsewhere: { try file.write($0) })
    do {
      let calls = try await calls(fault, of: lists, in: file.folder.path, failingFrom: first)
      try await lists.check()
      await lists.close()
      try await wait(for: "all files to be closed") {
        FaultyFolder.openFiles(in: file.folder.path).isEmpty
      }
      return calls
    } catch {
      throw Failure(fault: fault, call: first, cause: error, errors: lists.errors)
    }
  }

  private func calls(
    _ fault: Case, of lists: DisturbedLists, in path: String, failingFrom first: Int
  ) async throws -> Int {
    let folder = try FaultyFolder(path, from: first, count: fault.count, fault.fault)
    try await lists.use()
    return folder.calls
  }

  struct Failure: Error, CustomStringConvertible {
    let fault: Case
    let call: Int
    let cause: any Error
    let errors: [StoreError]

    var description: String {
      "\(fault.testDescription), call \(call): \(cause), after \(errors.map(\.message))"
    }
  }
}
