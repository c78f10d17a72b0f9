import Sectional
import SectionalSQLite
import SwiftUI

/// A list with a search field.
struct ContactSearchView: View {
  @State private var controller: ResultsController<Contact>
  @State private var text = ""

  init(store: some ResultsStore) {
    _controller = State(
      wrappedValue: ResultsController(
        fetchRequest: ContactSearchView.request(for: ""), store: store))
  }

  private static func request(for text: String) -> ResultsRequest<Contact> {
    ResultsRequest<Contact>(
      predicate: #Predicate { text.isEmpty || $0.name.contains(text) },
      sortBy: [SortKey(\.name, collation: .caseInsensitive)])
  }

  var body: some View {
    List(controller.results.rows) { contact in
      Text(contact.name)
    }
    .searchable(text: $text)
    .task(id: text) {
      // A newer search cancels this one, which is no problem to show.
      try? await controller.setRequest(ContactSearchView.request(for: text))
    }
  }
}
