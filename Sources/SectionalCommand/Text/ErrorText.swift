import Sectional

/// Says which options an error of a store is about, and which ones help.
///
/// Stores know parts of a request, and only this tool knows its options.
enum ErrorText {
  /// Returns the error's message in terms of this tool, for a terminal.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - arguments: The tool's arguments. Of several options that set the same part of a request, those in them are named.
  /// - Returns: The message.
  static func text(_ error: StoreError, of arguments: [String] = []) -> String {
    TerminalText.printable(message(error, of: arguments))
  }

  /// Returns the error's message in terms of this tool.
  static func message(_ error: StoreError, of arguments: [String] = []) -> String {
    Redaction.withoutPasswords(beginning(error, arguments) + error.message + ending(error))
  }

  private static func beginning(_ error: StoreError, _ arguments: [String]) -> String {
    // The other errors name what they are about.
    let isAboutText = [.invalidQuery, .noSuchColumn, .noSuchTable, .unexpectedCell, .unsupported]
      .contains(error.code)
    guard isAboutText, let part = error.part else { return "" }
    let options = CommandOption.all.filter { $0.part == part }.map(\.name)
    let given = options.filter { option in
      arguments.contains { $0 == option || $0.hasPrefix("\(option)=") }
    }
    guard !options.isEmpty else { return "" }
    return "\((given.isEmpty ? options : given).joined(separator: " or ")): "
  }

  private static func ending(_ error: StoreError) -> String {
    switch (error.part, error.code) {
    case (.keyColumns, .noKey), (.keyColumns, .duplicateKey), (.keyColumns, .unsupported):
      " with --key COLUMN or --key COLUMN,COLUMN"
    case (.section, .unsupported) where error.message.contains("a store can order columns"):
      ", or leave out --native"
    case (.section, .noSuchColumn) where error.message.utf8.contains(UInt8(ascii: "(")):
      "; the forms are \(SectionArgument.forms)"
    case (.sortBy, .noSuchColumn): sortAdvice(name(in: error.message))
    case (_, .invalidQuery) where error.message.contains("placeholders"):
      "; write the values into the SQL instead"
    case (.fetchWindowSize, .notWindowable) where error.message.hasSuffix("the first sort key"):
      ", with --sort COLUMN before other --sort options"
    case (.columns, _): ", as with --sql \"SELECT id, name FROM contact\" --key id"
    default: ""
    }
  }

  /// Returns the name that an error is about, which is the first one in quotation marks.
  private static func name(in message: String) -> String {
    let parts = message.parts(at: "\"", maxSplits: 2)
    return parts.count > 1 ? parts[1] : ""
  }

  /// Returns how to write what was probably meant by a column that doesn't exist.
  private static func sortAdvice(_ name: String) -> String {
    let words = name.parts(at: ":")
    if words.count > 1 {
      let word = words[words.count - 1]
      let doubt = word.isEmpty ? "" : "if \(word) isn't part of its name, "
      return
        "; \(doubt)write COLUMN:desc:COLLATION with binary, caseInsensitive, folded or a locale in "
        + "parentheses, as in \"name:localized(sv)\""
    }
    if name.utf8.contains(UInt8(ascii: ",")) {
      return "; write --sort once for each column: --sort team --sort name"
    }
    let isDirected = [" asc", " desc"].contains { name.lowercased().hasSuffix($0) }
    return isDirected ? "; write the direction after a colon: --sort name:desc" : ""
  }
}
