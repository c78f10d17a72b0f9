import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Servers of whose connections the n-th piece goes wrong, or several from the n-th on, for every n.
@MainActor @Suite(.timeLimit(.minutes(HistoryLength.minutes(10)))) struct DisturbedServerTests {
  struct Case: CustomTestStringConvertible {
    let fault: DisturbingProxy.Fault
    let count: Int

    var testDescription: String { "\(fault), \(count)" }

    static let all: [Case] = DisturbingProxy.Fault.allCases.flatMap { fault in
      [1, fault == .silence ? 3 : 25].map { Case(fault: fault, count: $0) }
    }
  }

  @Test(arguments: Case.all)
  func `a list shows the truth or an error whichever piece goes wrong`(fault: Case) async throws {
    let total = try await pieces(fault, from: 1 << 40)
    // A short run takes a few pieces of each case, and others in each.
    let step = HistoryLength.isLong ? 1 : max(total / 3, 1)
    var first = 1 + fault.testDescription.utf8.reduce(0) { $0 + Int($1) } % step
    // After a fault there can be more pieces, and in another order. Most of the time is spent waiting.
    var most = total
    while first <= most {
      let pieces = (0..<DisturbedServerTests.lanes).map { first + $0 * step }
      most = max(total, try await self.most(of: pieces, fault))
      first = pieces[pieces.count - 1] + step
    }
    #expect(first > step)
    HistoryLength.tell("each of \(min(first - 1, most)) pieces: \(fault.testDescription)")
  }

  /// The number of servers' connections that are disturbed at a time; half of the time is spent waiting.
  private static let lanes = HistoryLength.isLong ? 8 : 4

  /// Runs cases at once, and returns the largest number of pieces that there were to choose from.
  private func most(of firsts: [Int], _ fault: Case) async throws -> Int {
    let runs = firsts.map { first in Task { try await pieces(fault, from: first) } }
    var most = 0
    for run in runs { most = max(most, try await run.value) }
    return most
  }

  /// Runs a case, and returns how many pieces there were to choose from.
  private func pieces(_ fault: Case, from first: Int) async throws -> Int {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id integer PRIMARY KEY, team text COLLATE "C", name text COLLATE "C");
      INSERT INTO item VALUES \(DisturbedLists.rows)
      """)
    let proxy = try DisturbingProxy(for: database.url)
    defer { proxy.stop() }
    let lists = DisturbedLists(
      turn: first, open: { TestStore(.postgres(try database.store(through: proxy), database)) },
      writeElsewhere: { try await database.write($0) })
    do {
      proxy.disturb(fault.fault, from: first, count: fault.count)
      try await lists.use()
      proxy.calm()
      let pieces = proxy.pieces
      try await lists.check()
      await lists.close()
      return pieces
    } catch {
      throw Failure(fault: fault, piece: first, cause: error, errors: lists.errors)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let fault: Case
    let piece: Int
    let cause: any Error
    let errors: [StoreError]

    var description: String {
      "\(fault.testDescription), piece \(piece): \(cause), after \(errors.map(\.message))"
    }
  }
}

extension ScratchServerDatabase {
  /// Opens the database through a proxy, with times that are short enough for tests.
  func store(through proxy: DisturbingProxy) throws -> PostgresStore {
    try PostgresStore(
      url(["host": "127.0.0.1", "port": "\(proxy.port)", "connect_timeout": "2"]),
      pollInterval: .milliseconds(20), checkInterval: .milliseconds(300),
      silenceTimeout: .milliseconds(400))
  }
}
