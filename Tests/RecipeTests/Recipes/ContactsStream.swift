import Foundation
import Sectional

/// Sends a list to a client, and then every change, as fast as the client accepts them.
func streamContacts(from store: some ResultsStore, to client: some ListClient) async throws {
  let updates = ResultsUpdates(
    fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
    sectionBy: SectionKey(\.team))
  for try await update in updates {
    if let error = update.status.error {
      try await client.send(.problem(error.message))
    } else if let changeset = update.changeset {
      try await client.send(
        .changes(
          sectionDeletes: changeset.sectionDeletes, sectionInserts: changeset.sectionInserts,
          rows: changeset.rowChanges.map { ListMessage.Change($0, changeset.object(of: $0)) }))
    } else {
      try await client.send(
        .list(update.results.map { .init(name: $0.name, rows: Array($0)) }))
    }
  }
}

/// Sends the list to every client that connects, each as fast as it accepts messages.
func serveContacts(
  from store: some ResultsStore, to clients: some AsyncSequence<any ListClient, Never>
) async {
  await withDiscardingTaskGroup { group in
    for await client in clients {
      group.addTask { try? await streamContacts(from: store, to: client) }
    }
  }
}

/// A message to the client, which a web framework would encode as JSON.
enum ListMessage: Sendable {
  struct Section: Sendable {
    let name: String
    let rows: [Contact]
  }

  struct Change: Sendable {
    let kind: ResultsChange.Kind
    let indexPath: IndexPath?
    let newIndexPath: IndexPath?
    let contact: Contact?

    init(_ change: ResultsChange, _ contact: Contact?) {
      kind = change.kind
      indexPath = change.indexPath
      newIndexPath = change.newIndexPath
      self.contact = contact
    }
  }

  case list([Section])
  case changes(sectionDeletes: [Int], sectionInserts: [Int], rows: [Change])
  case problem(String)
}

/// The client at the other end; sending waits until it has accepted the message.
protocol ListClient: Sendable {
  func send(_ message: ListMessage) async throws
}
