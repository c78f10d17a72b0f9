import Sectional
import SectionalSQLite
import SwiftUI

struct ContactsView: View {
  @State private var controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    _controller = State(
      wrappedValue: ResultsController(
        fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
        sectionNameKeyPath: \.team))
  }

  var body: some View {
    List {
      ForEach(controller.sections) { section in
        Section(section.name) {
          ForEach(section) { contact in
            Text(contact.name)
          }
        }
      }
    }
    .task { try? await controller.performFetch() }
  }
}
