import Foundation

// A name or a text can begin with a combining mark, which makes another `Character` of the sign before it.
extension String {
  /// Returns the parts before, between and after a separator.
  func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [String] {
    unicodeScalars
      .split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: false)
      .map { String($0) }
  }

  /// Returns the parts between commas, without the spaces around them.
  var listed: [String] { parts(at: ",").map { $0.trimmingCharacters(in: .whitespaces) } }

  /// Returns what follows a beginning, or `nil` if the text begins with something else.
  func rest(after beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}
