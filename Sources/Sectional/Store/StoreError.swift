public import Foundation

/// An error that occurred between a list and its store.
///
/// The message is one sentence that says what happened and what to do about it. It names tables, columns and keys,
/// and never contains row contents, bound arguments or passwords.
public struct StoreError: Error, Sendable {
  /// The kind of failure; codes may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// Creates a code for a custom store.
    public init(_ name: String) { description = name }

    /// The store can't be opened.
    public static let cannotOpen = Code("cannotOpen")
    /// The file or server isn't a store of this kind.
    public static let notAStore = Code("notAStore")
    /// The user has no permission to read the store.
    public static let accessDenied = Code("accessDenied")
    /// The connection to the store was lost; it is reestablished for the next operation.
    public static let connectionLost = Code("connectionLost")
    /// The store can't be reached now, or currently accepts no connections.
    public static let unreachable = Code("unreachable")
    /// Another program has locked the store.
    public static let busy = Code("busy")
    /// The store's bytes are damaged.
    public static let damaged = Code("damaged")
    /// The table does not exist.
    public static let noSuchTable = Code("noSuchTable")
    /// The column does not exist.
    public static let noSuchColumn = Code("noSuchColumn")
    /// There is no row with the key.
    public static let noSuchRow = Code("noSuchRow")
    /// Nothing identifies a row.
    public static let noKey = Code("noKey")
    /// Two rows have the same key.
    public static let duplicateKey = Code("duplicateKey")
    /// The rows of a section aren't contiguous in the requested order.
    public static let outOfOrderSection = Code("outOfOrderSection")
    /// A cell contains a value that its property can't hold.
    public static let unexpectedCell = Code("unexpectedCell")
    /// A type's table mapping can't be correct.
    public static let invalidMapping = Code("invalidMapping")
    /// The store can't be written to, or rejected what was written.
    public static let writeFailed = Code("writeFailed")
    /// A write violates a constraint of the store, such as a unique key.
    public static let constraintViolated = Code("constraintViolated")
    /// The store can't run the text of the request.
    public static let invalidQuery = Code("invalidQuery")
    /// The store doesn't support what was requested.
    public static let unsupported = Code("unsupported")
    /// A list can't be held in part; the message says why.
    public static let notWindowable = Code("notWindowable")
    /// A read failed.
    public static let readFailed = Code("readFailed")
    /// The operation was abandoned because a newer one replaced it.
    public static let cancelled = Code("cancelled")
  }

  /// The kind of the failure.
  public let code: Code
  /// What happened and what to do about it, without a final period.
  public let message: String
  /// The part of the request that the error is about, or `nil` if it is about none or it isn't known which.
  public let part: Part?
  /// The keys of the rows that the error is about, if it is about some.
  ///
  /// With code `outOfOrderSection` they are the row that continues a section, and that section's first row; with code
  /// `duplicateKey` the key that two rows share.
  public let keys: [RowKey]
  /// The underlying error that the store reported.
  public let cause: (any Error)?

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, part: Part? = nil, keys: [RowKey] = [],
    cause: (any Error)? = nil
  ) {
    self.keys = keys
    self.code = code
    self.message = message
    self.part = part
    self.cause = cause
  }

  /// Wraps any error of a store or a change source; an error that is a ``StoreError`` already stays as it is.
  public init(wrapping error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self.init(.cancelled, "the work was cancelled", cause: error)
    default: self.init(.readFailed, "the store could not be read", cause: error)
    }
  }
}

extension StoreError {
  /// Runs a body, and wraps its error.
  package static func wrapping<Output>(
    _ body: () async throws -> Output
  ) async throws(StoreError) -> Output {
    do { return try await body() } catch { throw StoreError(wrapping: error) }
  }
}

extension StoreError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code): \(message)" }
}

extension StoreError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
