import Testing

@testable import SectionalBench

/// Figures and reports as text.
struct FigureTextTests {
  @Test(arguments: [
    (0, "0.00 µs"), (4.2e-7, "0.42 µs"), (1.5e-4, "150 µs"), (0.0123, "12.3 ms"), (2, "2.00 s"),
    (1234, "1,234 s"),
  ])
  func `times have three digits and a suitable unit`(seconds: Double, text: String) {
    #expect(FigureText.text(seconds, .seconds) == text)
  }

  @Test(arguments: [(57.14, "57.1 B"), (-3.5, "-3.50 B"), (1_234_567, "1.23 MB")])
  func `bytes have three digits and a suitable unit`(bytes: Double, text: String) {
    #expect(FigureText.text(bytes, .bytes) == text)
  }

  @Test
  func `the JSON has the members that other programs read`() {
    var measurement = Measurement("open", rows: 10, Sample([0.5, 0.25, 1]))
    measurement.counts = [Count(name: "rowsRead", value: 10)]
    #expect(
      JSONReport.text([measurement]) == """
        [
          {"case":"open","rows":10,"median":0.5,"p90":1.0,"unit":"seconds","ratio":null,"counts":{"rowsRead":10}}
        ]

        """)
  }
}
