import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite

@MainActor
final class ContactSearch {
  let controller: ResultsController<Contact>
  private(set) var problem: String?
  private var search: Task<Void, Never>?

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      alongside: ResultsRequest<StoredRow>(
        sql: "SELECT count(*) AS total FROM contact", key: ["total"]))
  }

  func show(_ text: String) {
    search?.cancel()
    search = Task {
      do {
        try await controller.setRequest(
          ResultsRequest<Contact>(
            predicate: "name LIKE '%' || ? || '%'", arguments: [text],
            sortBy: [SortKey(\.name, collation: .caseInsensitive)]))
        problem = nil
      } catch let error as StoreError where error.code != .cancelled {
        problem = error.message
      } catch {
        // A newer search took over.
      }
    }
  }

  func finish() async { await search?.value }

  var total: StoredValue? { controller.alongside.first?["total"] }
}
