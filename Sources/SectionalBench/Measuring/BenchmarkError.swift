/// The reason why something can't be measured, for people.
struct BenchmarkError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
