/// The options of `sectional demo`.
struct DemoOptions {
  /// The path of the CSV file.
  let fixture: String
  /// Where to keep the database instead of showing the demonstration.
  let keptPath: String?

  init(_ arguments: Arguments) throws {
    guard arguments.positionals.count == 1 else {
      throw UsageError("demo takes one file: sectional demo Fixtures/regions.csv")
    }
    fixture = arguments.positionals[0]
    let path = try arguments.value(of: .keep)
    guard path.map({ $0.isEmpty || $0.utf8.contains(UInt8(ascii: ":")) }) != true else {
      throw UsageError("--keep needs the path of a new file, without colons: --keep regions.sqlite")
    }
    // The sqlite3 program would take it for an option.
    keptPath = path.map { $0.utf8.first == UInt8(ascii: "-") ? "./\($0)" : $0 }
  }
}
