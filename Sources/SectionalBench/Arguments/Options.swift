import Sectional

/// The options of the command line.
struct Options {
  private(set) var isHelp = false
  private(set) var isJSON = false
  private(set) var cases: [String] = []
  private(set) var rows: [Int] = []
  /// The file whose counts must not be exceeded.
  private(set) var check: String?
  /// The file to write the counts to.
  private(set) var record: String?
  /// The reason for larger counts.
  private(set) var because: String?

  /// The sizes that are measured unless the options name others.
  static let defaultRows = [1000, 10_000, 100_000, 1_000_000]
  private static let names = [
    "--json", "--case", "--rows", "--check", "--record", "--because", "--help",
  ]

  /// Reads the command line's arguments: `--name value`, `--name=value`, and flags.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if try readFlag(name, hasValue: parts.count > 1) { continue }
      guard Options.names.contains(name) else {
        throw UsageError(
          "unknown option \(name); "
            + NearestName.suggestion(for: name, among: Options.names))
      }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw UsageError("\(name) needs a value; see sectional-bench --help")
      }
      try read(name, value)
    }
    try checkCombination()
  }

  private mutating func readFlag(_ name: String, hasValue: Bool) throws(UsageError) -> Bool {
    switch name {
    case "--help", "-h": isHelp = true
    case "--json": isJSON = true
    default: return false
    }
    guard !hasValue else { throw UsageError("\(name) takes no value; use \(name)") }
    return true
  }

  private mutating func read(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--case": cases.append(try Options.caseName(value))
    case "--rows": rows.append(try Options.rowCount(value))
    case "--check": try set(&check, name, value)
    case "--record": try set(&record, name, value)
    default: try set(&because, name, value)
    }
  }

  private func set(_ option: inout String?, _ name: String, _ value: String) throws(UsageError) {
    guard option == nil else { throw UsageError("\(name) can be given only once") }
    guard !value.isEmpty, !value.contains(where: \.isNewline) else {
      throw UsageError("\(name) needs a value of one line; see sectional-bench --help")
    }
    option = value
  }

  private static func caseName(_ name: String) throws(UsageError) -> String {
    guard Benchmark.named(name) == nil else { return name }
    let names = Benchmark.all.flatMap(\.cases)
    throw UsageError(
      "unknown case \(name); " + NearestName.suggestion(for: name, among: names))
  }

  private static func rowCount(_ text: String) throws(UsageError) -> Int {
    guard let rows = Int(text), rows > 0 else {
      throw UsageError("--rows needs a number of rows, not \(text): --rows 100000")
    }
    return rows
  }

  private func checkCombination() throws(UsageError) {
    guard check == nil || record == nil else {
      throw UsageError("use either --check FILE or --record FILE, not both")
    }
    guard because == nil || record != nil else {
      throw UsageError("--because requires --record: --record FILE --because TEXT")
    }
    guard check == nil && record == nil || cases.isEmpty && rows.isEmpty && !isJSON else {
      throw UsageError("--check and --record have their own cases and sizes; name only the file")
    }
  }
}
