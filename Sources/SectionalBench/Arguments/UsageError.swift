/// A command line that can't be understood; the message ends with what to type instead.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
