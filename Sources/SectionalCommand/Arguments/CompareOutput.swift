import SectionalComparison

/// How `compare` shows differences, and which of them it takes for none.
struct CompareOutput {
  let isJSON: Bool
  /// Whether to write counts and first examples only.
  let isSummary: Bool
  /// The file to write a page to.
  let page: String?
  let accepted: AcceptedDifferences
  /// What to call the stores, if not by their addresses.
  let names: (first: String, second: String)?

  init(_ arguments: Arguments) throws {
    isJSON = try arguments.choice(of: .format) == "json"
    isSummary = arguments.has(.summary)
    page = try arguments.value(of: .html)
    accepted = try AcceptedDifferences(arguments)
    names = try arguments.value(of: .names).map(CompareOutput.names)
  }

  private static func names(_ text: String) throws -> (first: String, second: String) {
    let names = text.parts(at: ",")
    guard names.count == 2, !names.contains(""), names[0] != names[1] else {
      throw UsageError("--names needs two different names: --names before,after")
    }
    return (names[0], names[1])
  }
}
