import Sectional
import SectionalTesting

/// A part of the product that takes bytes or choices from strangers.
///
/// Each reads its input from bytes, any of which are valid, so that they can be generated, kept in files and shortened.
@MainActor enum FuzzedPart: String, CaseIterable {
  /// The files of section caches, as they are and with checksums that fit.
  case cacheFiles = "cache-files"
  /// The rows of a change log in an SQLite file.
  case logRows = "log-rows"
  /// The texts of keys in such rows.
  case logKeys = "log-keys"
  /// Requests over tables with any values, and changes of these.
  case requests
  /// Conditions over such tables.
  case predicates
  /// Positions in an order, as caches keep them.
  case positions
  /// CSV files.
  case csv
  /// The arguments of the command.
  case arguments

  /// Gives an input to the part.
  ///
  /// - Throws: ``LawViolation`` if the part doesn't do what it promises. A trap ends the process.
  func take(_ input: [UInt8]) async throws {
    switch self {
    case .cacheFiles: try await FuzzedCacheFile.take(input)
    case .logRows: try await FuzzedLog.take(input)
    case .logKeys: try FuzzedLogKey.take(input)
    case .requests: try await FuzzedRequest.take(input, hasPredicate: false)
    case .predicates: try await FuzzedRequest.take(input, hasPredicate: true)
    case .positions: try FuzzedPosition.take(input)
    case .csv: try FuzzedCSV.take(input)
    case .arguments: try FuzzedArguments.take(input)
    }
  }
}
