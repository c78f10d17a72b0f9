/// A type whose values can be the cells of a column.
///
/// Conforming types include `Bool`, integers of up to 64 bits, `Double`, `String`, `Data`, `UUID`, `Date` and
/// optionals of these. An enumeration with such a raw value only has to declare its conformance:
///
/// ```swift
/// enum Status: String, Codable, ColumnValue { case open, shipped, paid }
/// ```
///
/// (In `#Predicate`, constants must be of `Codable` types, and constants of an enumeration must be captured: write
/// `let paid = Status.paid` before the predicate and `$0.status == paid` inside it.)
///
/// A type that stores can hold in more than one form has a ``Storage`` type; a ``RecordColumn`` chooses one of its
/// cases.
public protocol ColumnValue: Sendable {
  /// The forms in which a store that lacks the type can hold its values.
  associatedtype Storage: Sendable & Hashable

  /// The form to use unless a column specifies another one.
  static var defaultStorage: Storage { get }

  /// Describes the cell that is expected, for the message about a cell that doesn't fit.
  static func cellDescription(as storage: Storage) -> String

  /// Creates a value from a cell, or returns `nil` if the cell doesn't fit.
  init?(cell: StoredValue, as storage: Storage)

  /// Returns the cell that holds the value.
  ///
  /// Creating a value from that cell gives an equal value.
  func cell(as storage: Storage) -> StoredValue
}

/// The storage of types that every store holds in a single form.
public enum PlainStorage: Sendable, Hashable {
  /// The store's native type.
  case plain
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The raw value's storage.
  public static var defaultStorage: RawValue.Storage { RawValue.defaultStorage }

  /// Describes what is expected of the raw value, and names the type.
  public static func cellDescription(as storage: RawValue.Storage) -> String {
    "\(RawValue.cellDescription(as: storage)) that is a \(Self.self)"
  }

  /// Creates the value whose raw value a cell holds.
  public init?(cell: StoredValue, as storage: RawValue.Storage) {
    guard let rawValue = RawValue(cell: cell, as: storage) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Returns the cell of the raw value.
  public func cell(as storage: RawValue.Storage) -> StoredValue { rawValue.cell(as: storage) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The storage of the wrapped type.
  public typealias Storage = Wrapped.Storage

  /// The storage of the wrapped type.
  public static var defaultStorage: Wrapped.Storage { Wrapped.defaultStorage }

  /// Describes what is expected of the wrapped type, or null.
  public static func cellDescription(as storage: Wrapped.Storage) -> String {
    "\(Wrapped.cellDescription(as: storage)) or null"
  }

  /// Creates `nil` from null, and a wrapped value from any other cell that fits.
  public init?(cell: StoredValue, as storage: Wrapped.Storage) {
    if case .null = cell {
      self = Optional<Wrapped>.none
    } else if let wrapped = Wrapped(cell: cell, as: storage) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// Returns null for `nil`, and otherwise the cell of the wrapped value.
  public func cell(as storage: Wrapped.Storage) -> StoredValue { self?.cell(as: storage) ?? .null }
}
