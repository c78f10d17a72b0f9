import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite

/// The ways of grouping that the documentation shows.
func groupings(in zone: TimeZone) -> [SectionKey<Message>] {
  [
    SectionKey(\.status),
    .firstLetter(of: \.sender),
    .prefix(of: \.sender, length: 2),
    .calendar(.day, of: \.sentAt, in: zone),
    .computed("length") { message in message.text.count > 140 ? "long" : "short" },
  ]
}

/// Orders by the range that their total is in.
let bySize = SectionKey<StoredRow>.buckets(of: "total", from: [0, 10, 100])

/// An index with every letter of the Swedish alphabet.
let swedishIndex = SectionIndexTitle.alphabet(SectionIndexTitle.latin + ["Å", "Ä", "Ö"])

/// An index of months, whose sections have keys such as 202611.
let monthIndex = SectionIndexTitle(ofSection: { section in
  guard case .integer(let month) = section.key else { return nil }
  return "\(month % 100)"
})

/// The requests that the documentation shows.
func requests(senders: [String], since date: Date) -> [ResultsRequest<Message>] {
  let read = Message.Status.read
  let unread = ResultsRequest<Message>(
    predicate: #Predicate { $0.status != read && $0.sentAt != nil },
    sortBy: [SortKey(\.sentAt, order: .reverse), SortKey(\.sender, collation: .caseInsensitive)])
  let some = ResultsRequest<Message>(
    predicate: #Predicate { senders.contains($0.sender) && $0.text.contains("Sectional") })
  let recent = ResultsRequest<Message>(
    predicate: #Predicate { message in
      if let sentAt = message.sentAt { sentAt >= date } else { false }
    }, sortBy: [SortDescriptor(\.sentAt)])
  return [unread, some, recent]
}

/// The newest messages, a page at a time.
func page(_ number: Int, of size: Int) -> ResultsRequest<Message> {
  var request = ResultsRequest<Message>(sortBy: [SortKey(\.sentAt, order: .reverse)])
  request.fetchLimit = size
  request.fetchOffset = number * size
  return request
}

/// A list of rows without a record type.
func unnamedTeams(in store: SQLiteStore) -> ResultsController<StoredRow> {
  ResultsController(
    fetchRequest: ResultsRequest<StoredRow>(
      table: "contact", predicate: "team IS NULL OR team = ?", arguments: [""],
      sortBy: [SortKey(.column("name"))]),
    store: store, sectionBy: .firstLetter(of: "name"))
}

/// What a request costs, and what to do about it.
func printFindings(of request: ResultsRequest<Contact>, in store: SQLiteStore) async throws {
  for finding in try await store.check(request, sectionBy: SectionKey(\.team)) {
    print("\(finding.message); \(finding.advice)")
    if let sql = finding.sql { print(sql) }
  }
}

/// A list of rows by the days that another program's numbers represent.
func days(in store: SQLiteStore, _ zone: TimeZone) -> ResultsController<StoredRow> {
  ResultsController(
    fetchRequest: ResultsRequest<StoredRow>(table: "message", sortBy: [SortKey(.column("date"))]),
    store: store, sectionBy: .calendar(.day, of: "date", as: .nanoseconds.since2001, in: zone))
}

/// A list whose section of nil has a name, and whose index titles have two letters.
func contactsWithNames(in store: SQLiteStore) -> ResultsController<Contact> {
  ResultsController(
    fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
    sectionBy: SectionKey(\.team).named(nil: "No team"),
    indexTitle: SectionIndexTitle { name in name.isEmpty ? nil : String(name.prefix(2)) })
}

/// Writes as the documentation shows it.
func write(_ message: Message, to store: SQLiteStore) async throws {
  struct NobodyThere: Error {}

  try await store.write { db in
    try db.upsert(message)
    try db.execute("UPDATE message SET status = ? WHERE sender = ?", ["read", message.sender])
    do {
      try db.savepoint { db in
        guard try db.delete(message) else { throw NobodyThere() }
      }
    } catch is NobodyThere {
      print("nothing to delete; what the savepoint did is rolled back, the write goes on")
    }
  }
}

/// Writes in the forms that the columns have.
func markSent(_ message: Message, at date: Date, in store: SQLiteStore) async throws {
  try await store.write { db in
    try db.execute(
      "UPDATE message SET sent_at = ? WHERE id = ?",
      [date.cell(as: .iso8601), message.id.cell(as: .blob)])
  }
}

/// Reads without a list, and creates a list that stays as fetched.
@MainActor
func readOnce(_ store: SQLiteStore) async throws -> [Message] {
  let draft = Message.Status.draft
  let drafts = ResultsRequest<Message>(predicate: #Predicate { $0.status == draft })
  let records = try await store.read { reader in try await reader.fetch(drafts) }
  let controller = ResultsController(fetchRequest: drafts, store: store, tracksChanges: false)
  try await controller.performFetch()
  return records + controller.results.rows
}

/// Shows different rows in the same list.
@MainActor
func search(_ text: String, in controller: ResultsController<Contact>) async throws {
  try await controller.setRequest(
    ResultsRequest<Contact>(
      predicate: #Predicate { $0.name.contains(text) }, sortBy: [SortKey(\.name)]))
}
