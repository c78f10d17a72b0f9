/// Texts inside SQL that can't be bound.
package enum QuotedText {
  /// Returns the text between apostrophes, whichever characters it contains.
  package static func quoted(_ text: String) -> String { text.quoted(by: "'") }
}

extension String {
  /// Returns the text between marks, with those in it doubled: also where a combining mark follows one, which makes another
  /// `Character` of both.
  func quoted(by mark: Unicode.Scalar) -> String {
    var quoted = String.UnicodeScalarView([mark])
    for scalar in unicodeScalars {
      if scalar == mark { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append(mark)
    return String(quoted)
  }
}
