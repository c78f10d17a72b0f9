import Foundation
import Sectional
import SectionalSQLite

/// A list over a file that an app shares with its extensions.
@MainActor
final class SharedContacts {
  private(set) var controller: ResultsController<Contact>?
  private var store: SQLiteStore?
  private let path: String

  init(path: String) { self.path = path }

  /// Call it when the app is launched, and when it returns from the background.
  func open() throws {
    let store = try SQLiteStore(
      path: path, busyTimeout: .seconds(2))
    self.store = store
    controller = try ResultsController(
      immediatelyFetching: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
  }

  /// Call it when the app goes to the background, and wait for it in a background task.
  func close() async {
    controller?.stop()
    await store?.close()
    store = nil
  }
}
