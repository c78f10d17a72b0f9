public import Foundation

extension String: ColumnValue {
  /// The only way there is.
  public static var defaultStorage: PlainStorage { .plain }

  /// Text.
  public static func cellDescription(as storage: PlainStorage) -> String { "text" }

  /// Makes a string of text that is valid UTF-8.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    guard case .text(let text) = cell else { return nil }
    self = text
  }

  /// Returns text.
  public func cell(as storage: PlainStorage) -> StoredValue { .text(self) }
}

extension Data: ColumnValue {
  /// The only way there is.
  public static var defaultStorage: PlainStorage { .plain }

  /// A blob.
  public static func cellDescription(as storage: PlainStorage) -> String { "a blob" }

  /// Makes data of a blob.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    guard case .blob(let bytes) = cell else { return nil }
    self.init(bytes)
  }

  /// Returns a blob.
  public func cell(as storage: PlainStorage) -> StoredValue { .blob(Array(self)) }
}

extension UUID: ColumnValue {
  /// How a store without the type holds a UUID.
  public enum Storage: Sendable, Hashable {
    /// As 36 characters in upper case, as Swift writes them; lower case doesn't fit.
    case text
    /// As 36 characters in lower case, as most other programs write them; upper case doesn't fit.
    case lowercaseText
    /// As 16 bytes.
    case blob
  }

  /// Text, which every program can read.
  public static var defaultStorage: Storage { .text }

  /// A UUID in the form the column says.
  public static func cellDescription(as storage: Storage) -> String {
    switch storage {
    case .text: "a UUID as upper-case text (for lower case, map it as: .lowercaseText)"
    case .lowercaseText: "a UUID as lower-case text (for upper case, map it as: .text)"
    case .blob: "a UUID as a blob of 16 bytes"
    }
  }

  /// Makes a UUID of its text or its bytes.
  public init?(cell: StoredValue, as storage: Storage) {
    switch (storage, cell) {
    case (.text, .text(let text)), (.lowercaseText, .text(let text)):
      self.init(uuidString: text)
      // One form a column, so that equal identifiers are equal texts for every program.
      guard self.cell(as: storage) == cell else { return nil }
    case (.blob, .blob(let bytes)) where bytes.count == 16:
      self = unsafe bytes.withUnsafeBytes { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: return nil
    }
  }

  /// Returns its text or its bytes.
  public func cell(as storage: Storage) -> StoredValue {
    switch storage {
    case .text: .text(uuidString)
    case .lowercaseText: .text(uuidString.lowercased())
    case .blob: unsafe .blob(withUnsafeBytes(of: uuid) { unsafe Array($0) })
    }
  }
}
