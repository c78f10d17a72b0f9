import Foundation
import Sectional

/// A mail of a folder.
struct Mail: StoredRecord, Identifiable {
  var id: Int64
  var folder: String
  var subject: String
  var size: Int
  var isRead: Bool
  var sentAt: Date

  static let table = RecordTable(
    "mail", RecordColumn("id", \.id, primaryKey: true), RecordColumn("folder", \.folder),
    RecordColumn("subject", \.subject), RecordColumn("size", \.size),
    RecordColumn("is_read", \.isRead), RecordColumn("sent_at", \.sentAt), row: Mail.init)
}

/// Mails by folder, the newest first; each folder says how many are unread, and how large they are together.
@MainActor
final class Mailbox {
  static let unread = Aggregate.count(where: #Predicate<Mail> { !$0.isRead })
  static let size = Aggregate.sum(\Mail.size)

  let controller: ResultsController<Mail>
  private(set) var badges: [String: Int] = [:]

  init(store: some ResultsStore) {
    var request = ResultsRequest<Mail>(sortBy: [SortKey(\.sentAt, order: .reverse)])
    request.compute(Mailbox.unread, Mailbox.size)
    controller = ResultsController(
      fetchRequest: request, store: store, sectionNameKeyPath: \.folder)
    controller.changesetDelegate = self
  }

  func open() async throws {
    try await controller.performFetch()
    updateBadges(of: controller.sections.indices)
  }

  fileprivate func updateBadges(of sections: some Sequence<Int>) {
    for section in sections {
      let folder = controller.sections[section]
      badges[folder.name] = folder.value(of: Mailbox.unread)
    }
  }

  var unreadInAll: Int { controller.results.value(of: Mailbox.unread) }

  func header(_ section: Int) -> String {
    let folder = controller.sections[section]
    let bytes = folder.value(of: Mailbox.size) ?? 0
    return "\(folder.name): \(folder.value(of: Mailbox.unread)) unread, \(bytes) bytes"
  }
}

extension Mailbox: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Mail>,
    didChangeContentWith changeset: ResultsChangeset<Mail>
  ) {
    if changeset.isReset { return updateBadges(of: changeset.after.indices) }
    for section in changeset.sectionDeletes { badges[changeset.before[section].name] = nil }
    updateBadges(of: changeset.sectionInserts + changeset.sectionInfoUpdates)
  }
}

/// What else can be computed of mails, with the types of the values.
enum MailFigures {
  static let average = Aggregate.average(\Mail.size)  // Double?
  static let oldest = Aggregate.minimum(\Mail.sentAt)  // Date?
  static let largest = Aggregate.maximum(\Mail.size)  // Int?
  static let largestOfRows = Aggregate.maximum(of: "size")  // StoredValue
}
