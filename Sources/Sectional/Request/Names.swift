/// Names as databases compare them: byte by byte, whatever Unicode calls equal.
package enum Names {
  /// Returns the bytes of a name.
  package static func bytes(_ name: String) -> [UInt8] { Array(name.utf8) }

  /// Returns the bytes of a name with A–Z as a–z, the way SQL compares identifiers.
  package static func folded(_ name: String) -> [UInt8] {
    name.utf8.map(TextCollation.caseInsensitive.folded)
  }
}

/// Returns a name in the quotation marks of an error message.
package func quoted(_ name: String) -> String { "\"\(name)\"" }
