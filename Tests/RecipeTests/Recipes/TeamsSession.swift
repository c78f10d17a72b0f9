import Sectional

/// Sends the names of the first three contacts of each team whenever something changes.
func sendFirstContacts(
  of updates: ResultsUpdates<Contact>, _ send: ([[String]]) async -> Void
) async throws {
  for try await update in updates.displaying(SectionDisplay(rows: .first(3))) {
    await send(update.results.map { $0.map(\.name) })
  }
}

/// The teams that a client sees, of which it opens some while it follows them.
final class TeamsSession: Sendable {
  private let control = UpdatesControl(display: SectionDisplay(rows: .first(3)))

  func run(
    _ updates: ResultsUpdates<Contact>, _ send: ([[String]]) async -> Void
  ) async throws {
    for try await update in updates.controlled(by: control) {
      await send(update.results.map { $0.map(\.name) })
    }
  }

  func showAll(of team: StoredValue) { control.sectionDisplay.showAllRows(of: team) }
}
