import Sectional
import SectionalSQLite

/// A list that changes faster than people read, and is still while a row is dragged.
@MainActor
final class ContactBoard {
  let controller: ResultsController<Contact>

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team, minimumInterval: .milliseconds(500))
  }

  func beginDragging() { controller.pause() }

  func endDragging() { controller.resume() }
}
