/// Names compared as databases compare them: byte by byte, without Unicode equivalence.
package enum Names {
  /// Returns the bytes of a name.
  package static func bytes(_ name: String) -> [UInt8] { Array(name.utf8) }

  /// Returns the bytes of a name with A–Z folded to a–z, which is how SQL compares identifiers.
  package static func folded(_ name: String) -> [UInt8] {
    name.utf8.map(TextCollation.caseInsensitive.folded)
  }
}

/// Returns a name in quotation marks, for an error message.
package func quoted(_ name: String) -> String { "\"\(name)\"" }
