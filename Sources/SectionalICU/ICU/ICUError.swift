import SectionalCICU

/// The reason why ICU can't do something.
struct ICUError: Error {
  let message: String
}

/// Returns what a function of C opens for tags, or throws the message that it writes.
func opened(
  _ tags: [String],
  _ open: ([UnsafePointer<CChar>], UnsafeMutablePointer<CChar>) -> OpaquePointer?
) throws(ICUError) -> OpaquePointer {
  // For C a tag would end there.
  if tags.contains(where: { $0.utf8.contains(0) }) {
    throw ICUError(message: "a language tag contains a zero byte")
  }
  var pointer: OpaquePointer?
  let message = unsafe written(sectional_icu_message_size) { message in
    unsafe withCStrings(tags) { unsafe pointer = open($0, message) }
  }
  guard let pointer = unsafe pointer else { throw ICUError(message: message) }
  return unsafe pointer
}

/// Returns the text that a function of C writes into a buffer.
func written(_ size: Int, _ write: (UnsafeMutablePointer<CChar>) -> Void) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
    unsafe buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress else { return "" }
    unsafe write(start)
    return unsafe String(cString: start)
  }
}

/// Calls a closure with texts as C has them, which are valid until it returns.
private func withCStrings(_ texts: [String], _ body: ([UnsafePointer<CChar>]) -> Void) {
  // The texts one after another, each with its zero.
  let bytes = texts.flatMap { $0.utf8CString }
  unsafe bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return unsafe body([]) }
    var next = unsafe start
    var starts = unsafe [UnsafePointer<CChar>]()
    for text in texts {
      unsafe starts.append(next)
      unsafe next += text.utf8.count + 1
    }
    unsafe body(starts)
  }
}
