import Foundation
import Sectional
import Testing

@MainActor
struct BatchedMessagesTests {
  @Test
  func `all messages are read in batches`() async throws {
    let store = MemoryStore(try MemoryTable(for: Message.self))
    let messages = (0..<700).map { number in
      Message(
        id: UUID(), sender: number.isMultiple(of: 3) ? "Ada" : "Bob", text: "text \(number)",
        status: .sent, sentAt: Date(timeIntervalSince1970: Double(number)))
    }
    try store.write { db in for message in messages { try db.insert(message) } }
    let list = allMessages(in: store)
    try await list.performFetch()
    #expect(list.sections.map(\.name) == ["Ada", "Bob"])
    #expect(text(at: IndexPath(indexes: [0, 0]), of: list) == "text 699")
    #expect(text(at: IndexPath(indexes: [1, 100]), of: list) == "…")
    var texts: Set<String> = []
    try await forEachMessage(of: list) { texts.insert($0.text) }
    #expect(texts == Set(messages.map(\.text)))
  }
}
