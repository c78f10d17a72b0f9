/// Why something can't be measured, in words for people.
struct BenchmarkError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
