/// How text is ordered.
///
/// A collation determines only the order; the identity of a section or a row depends on the exact text.
public enum TextCollation: Sendable {
  /// By UTF-8 bytes, like SQLite's `BINARY` and Postgres's `"C"`.
  case binary
  /// By UTF-8 bytes after folding A–Z to a–z; no other letters are folded, so that every store agrees.
  case caseInsensitive
  /// By the sort keys of a collator; texts with equal sort keys are ordered by their UTF-8 bytes.
  case collated(CollatorReference)

  /// By letters without their case and accents, according to Unicode's data: Zoë, zoe and ZOÉ are next to each other, in the
  /// order of their bytes.
  ///
  /// Letters are ordered by their code points, so å follows neither a language's rules nor z: it is ordered with a.
  public static let folded = TextCollation.collator(FoldedCollator())

  /// The order of a collator, such as an application's own.
  public static func collator(_ collator: some TextCollator) -> TextCollation {
    .collated(CollatorReference(collator))
  }

  /// The collator, or `nil` if text is ordered without one.
  public var collator: (any TextCollator)? {
    guard case .collated(let reference) = self else { return nil }
    return reference.collator
  }

  /// Whether texts are in the same place only if their bytes are equal.
  package var isExact: Bool {
    switch self {
    case .binary, .collated: true
    case .caseInsensitive: false
    }
  }

  /// Maps a byte of UTF-8 text to the byte that it is ordered by.
  @inline(__always) func folded(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}

extension TextCollation: Hashable {
  /// Returns whether both order every text alike: collators do if their identifiers and their versions are equal.
  public static func == (left: TextCollation, right: TextCollation) -> Bool {
    switch left {
    case .binary:
      if case .binary = right { true } else { false }
    case .caseInsensitive:
      if case .caseInsensitive = right { true } else { false }
    case .collated(let left):
      if case .collated(let right) = right {
        left === right || left.names == right.names
      } else {
        false
      }
    }
  }

  /// Feeds what identifies the collation into the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .binary: hasher.combine(0)
    case .caseInsensitive: hasher.combine(1)
    case .collated(let reference): hasher.combine(reference.names)
    }
  }
}

/// A collator, shared by all rules that order text by it.
public final class CollatorReference: Sendable {
  /// The collator.
  public let collator: any TextCollator

  init(_ collator: some TextCollator) { self.collator = collator }

  /// The identifier and the version, which two collators share only if they order every text alike.
  var names: [String] { [collator.identifier, collator.version] }
}
