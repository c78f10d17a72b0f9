import Foundation

/// What `compare` loads into both stores first.
struct SeedArguments {
  /// The file to load.
  let file: String?
  /// Whether to load difficult values.
  let isTorture: Bool

  var isEmpty: Bool { file == nil && !isTorture }

  init(_ arguments: Arguments) throws {
    file = try arguments.value(of: .seedFrom)
    isTorture = arguments.has(.torture)
    guard file == nil || !isTorture else {
      throw UsageError("--seed-from and --torture both load a table; leave out one of them")
    }
  }

  /// Returns the table to load, or `nil` if none is.
  func table(named name: String, keyColumns: [String]?) throws -> SeedTable? {
    if let file { return try SeedTable(named: name, from: file, keyColumns: keyColumns) }
    guard isTorture else { return nil }
    return try SeedTable(
      named: name, text: String(decoding: PackageResources.torture_csv, as: UTF8.self),
      path: CommandOption.torture.name, keyColumns: keyColumns)
  }
}
