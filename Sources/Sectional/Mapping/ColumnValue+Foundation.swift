public import Foundation

extension String: ColumnValue {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes text.
  public static func cellDescription(as storage: PlainStorage) -> String { "text" }

  /// Creates a string from text that is valid UTF-8.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    guard case .text(let text) = cell else { return nil }
    self = text
  }

  /// Returns a text cell.
  public func cell(as storage: PlainStorage) -> StoredValue { .text(self) }
}

extension Data: ColumnValue {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes a blob.
  public static func cellDescription(as storage: PlainStorage) -> String { "a blob" }

  /// Creates data from a blob.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    guard case .blob(let bytes) = cell else { return nil }
    self.init(bytes)
  }

  /// Returns a blob cell.
  public func cell(as storage: PlainStorage) -> StoredValue { .blob(Array(self)) }
}

extension UUID: ColumnValue {
  /// How a store that has no UUID type stores a UUID.
  public enum Storage: Sendable, Hashable {
    /// 36 uppercase characters, as Swift writes them; lowercase doesn't fit.
    case text
    /// 36 lowercase characters, as most other programs write them; uppercase doesn't fit.
    case lowercaseText
    /// 16 bytes.
    case blob
  }

  /// Uppercase text, which every program can read.
  public static var defaultStorage: Storage { .text }

  /// Describes a UUID in the form the column uses.
  public static func cellDescription(as storage: Storage) -> String {
    switch storage {
    case .text: "a UUID as upper-case text (for lower case, map it as: .lowercaseText)"
    case .lowercaseText: "a UUID as lower-case text (for upper case, map it as: .text)"
    case .blob: "a UUID as a blob of 16 bytes"
    }
  }

  /// Creates a UUID from its text or its bytes.
  public init?(cell: StoredValue, as storage: Storage) {
    switch (storage, cell) {
    case (.text, .text(let text)), (.lowercaseText, .text(let text)):
      self.init(uuidString: text)
      // A column has only one form, so that equal identifiers are equal texts to every program.
      guard self.cell(as: storage) == cell else { return nil }
    case (.blob, .blob(let bytes)) where bytes.count == 16:
      self = unsafe bytes.withUnsafeBytes { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: return nil
    }
  }

  /// Returns the UUID's text or bytes.
  public func cell(as storage: Storage) -> StoredValue {
    switch storage {
    case .text: .text(uuidString)
    case .lowercaseText: .text(uuidString.lowercased())
    case .blob: unsafe .blob(withUnsafeBytes(of: uuid) { unsafe Array($0) })
    }
  }
}
