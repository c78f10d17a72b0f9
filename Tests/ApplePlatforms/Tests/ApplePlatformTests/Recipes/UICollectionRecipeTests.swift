import Sectional
import Testing
import UIKit

@testable import Recipes

/// The recipe for collection views, on one that keeps Apple's rules.
@MainActor
struct UICollectionRecipeTests {
  @Test
  func `a collection view with a diffable data source shows the list and every change of it`()
    async throws
  {
    let file = try await ContactsFile()
    let collection = ContactsCollection(store: file.store)
    try await collection.load()
    #expect(collection.collectionView.shown == [["Ada"], ["Grace"], ["Kurt"]])
    for seed in 0..<40 as Range<UInt64> {
      try await file.edit(seed: seed)
      let names = file.names { String($0.name.prefix(1)) }
      try await wait { collection.collectionView.shown == names }
    }
    #expect(collection.collectionView.failures == [])
  }

  @Test
  func `a collection view that is handed each change shows the list`() async throws {
    let file = try await ContactsFile()
    let collection = ContactsBatches(store: file.store)
    try await collection.load()
    #expect(collection.collectionView.shown == [["Kurt"], ["Ada"], ["Grace"]])
    for seed in 0..<40 as Range<UInt64> {
      try await file.edit(seed: seed)
      let names = file.names { $0.team ?? "" }
      try await wait { collection.collectionView.shown == names }
    }
    #expect(collection.collectionView.failures == [])
  }

  @Test
  func `a header on the screen says how many rows its section has`() async throws {
    let file = try await ContactsFile()
    let list = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: file.store,
      sectionNameKeyPath: \.team)
    let headers = HeaderUpdates()
    list.snapshotDelegate = headers
    try await list.performFetch()
    let header = TeamHeader(frame: .zero)
    headers.collectionView.headers[1] = header
    try await file.put(Contact(id: 4, name: "Bo", team: "Analysts"))
    try await wait { header.text == "2 contacts" }
    try await file.put(without: [4])
    try await wait { header.text == "1 contact" }
    #expect(headers.collectionView.failures == [])
  }
}

/// Configures the headers of a collection view with each snapshot.
@MainActor
private final class HeaderUpdates: ResultsSnapshotDelegate {
  let collectionView = UICollectionView(
    frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout())

  func controller(
    _ controller: ResultsController<Contact>, didChangeContentWith list: ResultsSnapshot<Contact>
  ) { updateHeaders(of: collectionView, showing: list) }
}
