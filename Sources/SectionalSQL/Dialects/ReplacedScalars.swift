extension String {
  /// Returns the text with other texts for some scalars, also where a mark or a joiner makes another `Character` of one
  /// and its neighbours.
  package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    var replaced = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacements[scalar] {
        replaced.append(contentsOf: text.unicodeScalars)
      } else {
        replaced.append(scalar)
      }
    }
    return String(replaced)
  }
}
