import Sectional
import Testing

@MainActor
struct ContactsModelTests {
  @Test
  func `a contact that changes team changes sections`() async throws {
    let store = MemoryStore(try MemoryTable(for: Contact.self))
    let model = ContactsModel(store: store)
    try await model.load()
    #expect(model.teams == [])

    try store.write { db in
      try db.insert(Contact(id: 1, name: "Ada Lovelace", team: "Analysts"))
    }
    try await model.controller.refresh()
    #expect(model.teams == ["Analysts"])
  }
}
