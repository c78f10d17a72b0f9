import Foundation
import Observation
import Sectional
import SectionalSQL
import SectionalSQLite

/// Contacts below a search field.
@MainActor
@Observable
final class ContactSearch {
  let controller: ResultsController<Contact>
  /// What went wrong with the newest search.
  private(set) var problem: String?
  @ObservationIgnored private var search: Task<Void, Never>?

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name, collation: .folded)]),
      store: store,
      alongside: ResultsRequest<StoredRow>(
        sql: "SELECT count(*) AS total FROM contact", key: ["total"]))
  }

  /// Shows the contacts whose name or team contains a text; call it for each keystroke.
  func show(_ text: String) {
    search?.cancel()
    search = Task {
      var request = controller.fetchRequest
      request.search = .contains(text, in: \.name, \.team)
      do throws(StoreError) {
        try await controller.setRequest(request)
        problem = nil
      } catch {
        // A cancelled search is no problem: a newer one has taken over.
        if error.code != .cancelled { problem = error.message }
      }
    }
  }

  func finish() async { await search?.value }

  var total: StoredValue? { controller.alongside.first?["total"] }
}

/// The other ways to search.
func searches(_ text: String) -> [ResultsRequest<Contact>] {
  let words = text.split(separator: " ").map(String.init)
  let everyWord = ResultsRequest<Contact>(
    search: .all(words.map { .contains($0, in: \.name, \.team) }), sortBy: [SortKey(\.name)])
  let anyWord = ResultsRequest<Contact>(
    search: .any(words.map { .hasPrefix($0, in: \.name) }), sortBy: [SortKey(\.name)])
  let inTeams = ResultsRequest<Contact>(
    predicate: #Predicate { $0.team != nil }, search: .contains(text, in: \.name))
  return [everyWord, anyWord, inTeams]
}

/// A search in rows without a type.
func searchedRows(_ text: String) -> ResultsRequest<StoredRow> {
  var request = ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))])
  request.search = .contains(text, in: "name", "team")
  return request
}
