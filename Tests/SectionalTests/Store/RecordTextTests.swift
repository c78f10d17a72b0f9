import Testing

@testable import Sectional

/// How a section cache tells change sources apart.
@Suite struct RecordTextTests {
  @Test func `the text of a private type is the same in every process`() {
    let text = PrivateSource(recordName: "").recordText
    #expect(text == "SectionalTests.PrivateSource")
    #expect(PrivateSource(recordName: "journal").recordText == "\(text) journal")
    struct LocalSource: ChangeSource {
      typealias Store = MemoryStore
      func run(_ doorbell: Doorbell) async throws {}
      func changes(
        in region: TableRegion, since cursor: Int?, _ reader: MemoryReader
      ) async throws -> StoreChanges<Int> { StoreChanges(.nothing, next: nil) }
    }
    #expect(!LocalSource().recordText.contains("$"))
  }
}

private struct PrivateSource: ChangeSource {
  typealias Store = MemoryStore

  let recordName: String

  func run(_ doorbell: Doorbell) async throws {}

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: MemoryReader
  ) async throws -> StoreChanges<Int> { StoreChanges(.nothing, next: nil) }
}
