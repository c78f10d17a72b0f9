import SectionalComparison

/// How `compare` shows differences, and which of them it takes for none.
struct CompareOutput {
  let isJSON: Bool
  /// Whether to write counts and first examples only.
  let isSummary: Bool
  /// The file to write a page to.
  let page: String?
  let accepted: AcceptedDifferences

  init(_ arguments: Arguments) throws {
    isJSON = try arguments.choice(of: .format) == "json"
    isSummary = arguments.has(.summary)
    page = try arguments.value(of: .html)
    accepted = try AcceptedDifferences(arguments)
  }
}
