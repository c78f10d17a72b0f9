/// A type whose values are cells of a column.
///
/// The types that come with it are `Bool`, the integers of up to 64 bits, `Double`, `String`, `Data`, `UUID`, `Date`,
/// optionals of these, and enumerations with such a raw value, which only have to say that they conform:
///
/// ```swift
/// enum Status: String, Codable, ColumnValue { case open, shipped, paid }
/// ```
///
/// (`#Predicate` takes constants of types that are `Codable`, and of enumerations those that are captured:
/// `let paid = Status.paid` before it and `$0.status == paid` in it.)
///
/// A type that stores may hold in more than one way has a ``Storage`` whose cases a ``RecordColumn`` chooses from.
public protocol ColumnValue: Sendable {
  /// The ways in which a store without the type can hold its values.
  associatedtype Storage: Sendable & Hashable

  /// The way that is taken unless a column says otherwise.
  static var defaultStorage: Storage { get }

  /// Names what is expected of a cell, for the message about one that is something else.
  static func cellDescription(as storage: Storage) -> String

  /// Makes a value of a cell; nothing when the cell doesn't fit.
  init?(cell: StoredValue, as storage: Storage)

  /// Returns the cell that holds the value.
  ///
  /// A cell made here gives an equal value back.
  func cell(as storage: Storage) -> StoredValue
}

/// The storage of types that every store holds in one way.
public enum PlainStorage: Sendable, Hashable {
  /// As the store's own type.
  case plain
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The raw value's storage.
  public static var defaultStorage: RawValue.Storage { RawValue.defaultStorage }

  /// Names the type beside what is expected of the raw value.
  public static func cellDescription(as storage: RawValue.Storage) -> String {
    "\(RawValue.cellDescription(as: storage)) that is a \(Self.self)"
  }

  /// Makes the value whose raw value a cell holds.
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

  /// Allows null beside what is expected of the wrapped type.
  public static func cellDescription(as storage: Wrapped.Storage) -> String {
    "\(Wrapped.cellDescription(as: storage)) or null"
  }

  /// Makes nil of a null and a wrapped value of any other cell that fits.
  public init?(cell: StoredValue, as storage: Wrapped.Storage) {
    if case .null = cell {
      self = Optional<Wrapped>.none
    } else if let wrapped = Wrapped(cell: cell, as: storage) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// Returns null for nil.
  public func cell(as storage: Wrapped.Storage) -> StoredValue { self?.cell(as: storage) ?? .null }
}
