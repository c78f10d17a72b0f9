import Testing

@testable import SectionalBench

/// The statistics of samples.
struct SampleTests {
  @Test
  func `the median of an odd number of rounds is the one in the middle`() {
    #expect(Sample([5, 1, 3]).median == 3)
  }

  @Test
  func `the median of an even number of rounds is halfway between the two in the middle`() {
    #expect(Sample([4, 1, 2, 8]).median == 3)
  }

  @Test
  func `nine in ten rounds do not exceed the ninetieth percentile`() {
    #expect(Sample((1...10).map(Double.init)).ninetiethPercentile == 9)
    #expect(Sample((1...11).map(Double.init)).ninetiethPercentile == 10)
    #expect(Sample([7]).ninetiethPercentile == 7)
  }

  @Test
  func `the statistics of a sample without rounds are zero`() {
    #expect(Sample().median == 0)
    #expect(Sample().ninetiethPercentile == 0)
  }
}
