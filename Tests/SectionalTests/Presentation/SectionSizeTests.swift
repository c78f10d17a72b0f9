import Testing

@testable import Sectional

/// What a section or a row of a list is made of.
@Suite struct SectionSizeTests {
  @Test func `a section and its rows share the list, so that a million of them are small`() {
    // They were 4,600 bytes when each held the list itself.
    #expect(MemoryLayout<ResultsSectionInfo<StoredRow>>.size <= 256)
    #expect(MemoryLayout<ResultsRows<StoredRow>>.size <= 64)
    #expect(MemoryLayout<IndexedSection>.size <= 160)
  }
}
