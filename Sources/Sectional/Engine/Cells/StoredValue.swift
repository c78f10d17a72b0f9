/// A cell of a row, in the form in which every store reports it.
///
/// Values are equal if their types and bytes are: text is compared by its UTF-8 bytes, never by canonical
/// equivalence, and the integer 1 doesn't equal the real 1.0. (Section keys and row keys compare numbers by value
/// instead; see ``ResultsSectionInfo/key`` and ``RowKey``.)
public enum StoredValue: Sendable {
  /// The absence of a value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A double; a negative zero is stored as zero.
  case real(Double)
  /// Text that is valid Unicode.
  case text(String)
  /// Text that isn't valid UTF-8, with its bytes unchanged.
  case malformedText([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension StoredValue: Hashable {
  /// Returns whether both values have the same type and the same bytes.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.malformedText(let left), .malformedText(let right)): left == right
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Feeds the bytes into the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let integer): hasher.combine(integer)
    case .real(let real): hasher.combine(real.bitPattern)
    case .text(let text): hasher.combine(Array(text.utf8))
    case .malformedText(let bytes), .blob(let bytes): hasher.combine(bytes)
    }
  }
}

// Null has no literal, so that `row["phone"] == nil` tests whether the column exists.
extension StoredValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a real.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension StoredValue {
  /// Whether the value is an integer or a real.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}
