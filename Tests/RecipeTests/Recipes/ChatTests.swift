import Foundation
import Sectional
import SectionalTesting
import Testing

@MainActor
struct ChatTests {
  @Test
  func `at midnight today becomes yesterday`() async throws {
    let sent = try Date("2026-11-20T23:30:00Z", strategy: .iso8601)
    let store = MemoryStore(try MemoryTable(for: Message.self))
    try store.write { db in
      try db.insert(Message(id: UUID(), sender: "Ada", text: "Hi", status: .sent, sentAt: sent))
    }
    let clock = ManualWallClock(now: sent, timeZone: .gmt)
    let chat = Chat(store: store, clock: clock)
    try await chat.load()
    #expect(chat.days == ["Today"])

    clock.now += 3600
    try await chat.controller.refresh()
    #expect(chat.days == ["Yesterday"])
  }
}
