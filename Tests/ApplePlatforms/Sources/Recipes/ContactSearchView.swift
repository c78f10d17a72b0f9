import Sectional
import SectionalSQLite
import SwiftUI

/// A list with a search field.
struct ContactSearchView: View {
  @State private var controller: ResultsController<Contact>
  @State private var text = ""
  @State private var problem: String?

  init(store: some ResultsStore) {
    _controller = State(
      wrappedValue: ResultsController(
        fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name, collation: .folded)]),
        store: store))
  }

  var body: some View {
    List {
      if let problem { Text(problem) }
      ForEach(controller.results.rows) { contact in
        Text(contact.name)
      }
    }
    .searchable(text: $text)
    .task(id: text) { await show(text) }
  }

  private func show(_ text: String) async {
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
