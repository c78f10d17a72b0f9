import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import Testing

/// The recipe about counts and sums of sections, in action.
@MainActor struct MailboxTests {
  @Test func `folders say how many mails are unread, and only those that change are named`()
    async throws
  {
    let store = MemoryStore(try MemoryTable(for: Mail.self))
    func mail(_ id: Int64, _ folder: String, isRead: Bool) -> Mail {
      Mail(
        id: id, folder: folder, subject: "Mail \(id)", size: 100, isRead: isRead,
        sentAt: Date(timeIntervalSince1970: Double(id)))
    }
    try store.write { db in
      for id in 1...6 { try db.insert(mail(Int64(id), id < 4 ? "Inbox" : "Sent", isRead: id > 2)) }
    }
    let mailbox = Mailbox(store: store)
    try await mailbox.open()
    #expect(mailbox.badges == ["Inbox": 2, "Sent": 0])
    #expect(mailbox.header(0) == "Inbox: 2 unread, 300 bytes")
    #expect(mailbox.header(1) == "Sent: 0 unread, 300 bytes")
    #expect(mailbox.unreadInAll == 2)
    let mails = mailbox.controller.results
    #expect(mails.value(of: MailFigures.average) == 100)
    #expect(mails.value(of: MailFigures.oldest) == Date(timeIntervalSince1970: 1))
    #expect(mails.value(of: MailFigures.largest) == 100)
    let rows = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "mail"), store: store)
    try await rows.performFetch()
    #expect(rows.results.value(of: MailFigures.largestOfRows) == .integer(100))
    try store.write { try $0.update(mail(1, "Inbox", isRead: true)) }
    try await mailbox.controller.refresh()
    #expect(mailbox.header(0) == "Inbox: 1 unread, 300 bytes")
    #expect(mailbox.badges == ["Inbox": 1, "Sent": 0])
    try store.write { db in
      try db.insert(mail(7, "Drafts", isRead: false))
      for id in 4...6 { try db.delete(mail(Int64(id), "Sent", isRead: true)) }
    }
    try await mailbox.controller.refresh()
    #expect(mailbox.badges == ["Drafts": 1, "Inbox": 1])
  }
}
