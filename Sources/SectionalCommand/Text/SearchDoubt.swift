import Sectional
import SectionalSQL

/// Doubts about a search in columns of numbers or Booleans, in which texts are never found.
struct SearchDoubt {
  /// What to say; empty if there is no doubt.
  let messages: [String]

  /// Asks a store for the types of the columns that are searched.
  init(of options: ListOptions, in store: any DescribedStore) async throws {
    guard !options.searchedColumns.isEmpty else {
      messages = []
      return
    }
    let columns = try await store.description(of: options.request, sectionBy: nil).columns
    messages = options.searchedColumns.compactMap { name in
      let column = columns.first { Names.folded($0.name) == Names.folded(name) }
      guard let column else { return nil }
      let isBoolean = column.type.lowercased().contains("bool")
      guard isBoolean || SearchDoubt.isNumber(column.type) else { return nil }
      let condition = ShellWord.line([
        CommandOption.`where`.name, SearchDoubt.inSQL(column.name) + (isBoolean ? "" : " = 7"),
      ])
      return
        "--search finds texts, and \(column.name) has the type \(column.type); to find \(isBoolean ? "what is true" : "a number"), use \(condition)"
    }
  }

  private static func inSQL(_ name: String) -> String {
    name.wholeMatch(of: /[a-z_][a-z0-9_]*/) == nil ? QuotedIdentifier.quoted(name) : name
  }

  private static func isNumber(_ type: String) -> Bool {
    let type = type.lowercased()
    return ["int", "real", "floa", "doub", "numeric", "decimal", "serial"].contains {
      type.contains($0)
    }
      && !["text", "char", "clob", "point"].contains { type.contains($0) }
  }
}
