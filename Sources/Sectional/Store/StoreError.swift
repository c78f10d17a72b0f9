public import Foundation

/// What went wrong between a list and its store.
///
/// The message is one sentence that says what happened and what to do. It names tables, columns and keys, and never
/// holds contents of rows, bound arguments or passwords.
public struct StoreError: Error, Sendable {
  /// The kind of a failure; more may come.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// Makes a code of a store of one's own.
    public init(_ name: String) { description = name }

    /// The store can't be opened.
    public static let cannotOpen = Code("cannotOpen")
    /// The file or server is no store of this kind.
    public static let notAStore = Code("notAStore")
    /// The user may not read the store.
    public static let accessDenied = Code("accessDenied")
    /// The connection to the store was lost; it is made again with the next work.
    public static let connectionLost = Code("connectionLost")
    /// The store can't be reached now, or takes no connections at the moment.
    public static let unreachable = Code("unreachable")
    /// Another program holds the store.
    public static let busy = Code("busy")
    /// The store's bytes are damaged.
    public static let damaged = Code("damaged")
    /// The table does not exist.
    public static let noSuchTable = Code("noSuchTable")
    /// The column does not exist.
    public static let noSuchColumn = Code("noSuchColumn")
    /// Nothing identifies a row.
    public static let noKey = Code("noKey")
    /// Two rows share an identity.
    public static let duplicateKey = Code("duplicateKey")
    /// A section's rows don't follow one another in the order that was asked for.
    public static let outOfOrderSection = Code("outOfOrderSection")
    /// A cell holds something else than its property can.
    public static let unexpectedCell = Code("unexpectedCell")
    /// A type's table is mapped in a way that can't be right.
    public static let invalidMapping = Code("invalidMapping")
    /// The store may not be written, or refuses what was written.
    public static let writeFailed = Code("writeFailed")
    /// A write breaks a rule of the store, such as a unique key.
    public static let constraintViolated = Code("constraintViolated")
    /// The store can't run the request's text.
    public static let invalidQuery = Code("invalidQuery")
    /// The store can't do what is asked for.
    public static let unsupported = Code("unsupported")
    /// Reading failed.
    public static let readFailed = Code("readFailed")
    /// The work was given up because something newer replaced it.
    public static let cancelled = Code("cancelled")
  }

  /// The kind of the failure.
  public let code: Code
  /// What happened and what to do, without a full stop.
  public let message: String
  /// What the store itself reported.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// Wraps any error of a store or a change source.
  package init(wrapping error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self.init(.cancelled, "the work was cancelled", cause: error)
    default: self.init(.readFailed, "the store could not be read", cause: error)
    }
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
