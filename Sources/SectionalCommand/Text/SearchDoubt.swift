import Sectional
import SectionalSQL

/// Doubts about a search in columns of numbers or Booleans, in which texts are never found.
struct SearchDoubt {
  /// What to say; empty if there is no doubt.
  let messages: [String]

  /// Says which searches of a request can't find anything in a store.
  ///
  /// - Parameters:
  ///   - names: The columns that are searched.
  ///   - request: The request.
  ///   - address: The store.
  /// - Throws: `StoreError` if the store can't be read.
  static func warn(
    of names: [String], in request: ResultsRequest<StoredRow>, _ address: StoreAddress
  ) async throws {
    guard !names.isEmpty, let store = try address.open() as? any DescribedStore else { return }
    for message in try await SearchDoubt(of: names, in: request, store).messages {
      StandardError.write("sectional: \(TerminalText.printable(message))")
    }
  }

  /// Asks a store for the types of the columns that are searched.
  private init(
    of names: [String], in request: ResultsRequest<StoredRow>, _ store: any DescribedStore
  ) async throws {
    let columns = try await store.description(of: request, sectionBy: nil).columns
    messages = names.compactMap { name in
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
