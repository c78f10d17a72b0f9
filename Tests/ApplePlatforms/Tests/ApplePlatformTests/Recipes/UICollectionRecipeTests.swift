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
}
