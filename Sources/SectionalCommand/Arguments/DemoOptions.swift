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
    keptPath = try arguments.value(of: "--keep")
    guard keptPath != "" else {
      throw UsageError("--keep needs the path of a new file: --keep regions.sqlite")
    }
  }
}
