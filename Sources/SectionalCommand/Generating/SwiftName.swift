/// Names for generated Swift code.
enum SwiftName {
  private static let keywords: Set<String> = [
    "Any", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch",
    "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
  /// Names that generated code, or nearly every program, means something else by.
  private static let takenTypes: Set<String> = [
    "Any", "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Error", "Float",
    "Foundation", "Identifiable", "Int", "Int16", "Int32", "Int64", "Never", "Optional",
    "Protocol", "RecordColumn", "RecordTable", "Result", "Sectional", "Self", "Set", "StoredRecord",
    "StoredRow", "StoredValue", "String", "Task", "Type", "UUID", "Void",
  ]

  /// Names of properties that mean something else in a record.
  private static let takenProperties: Set<String> = ["init", "self", "table"]
  /// Words that Swift's names have in capitals, unless they come first.
  private static let acronyms: Set<String> = ["id", "url", "uuid"]

  /// Returns the name of a type for a table: words in capitals, such as `OrderLine` for `order_line`.
  static func type(_ table: String) -> String {
    let name = words(of: table).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let identifier = begun(name, with: "Table")
    return takenTypes.contains(identifier) ? identifier + "Record" : identifier
  }

  /// Returns the name of a property for a column, such as `sentAt` for `sent_at`; a keyword isn't escaped yet.
  static func property(_ column: String) -> String {
    let words = words(of: column)
    let first = words.first.map { word in
      // `ID` and `URLText` begin in lower case as `id` and `urlText`.
      let capitals = word.prefix { $0.isUppercase }
      if capitals.count == word.count { return word.lowercased() }
      let beginning = word.prefix(max(1, capitals.count - 1))
      return beginning.lowercased() + word.dropFirst(beginning.count)
    }
    let rest = words.dropFirst().map { word in
      acronyms.contains(word.lowercased())
        ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
    let name = begun(([first ?? ""] + rest).joined(), with: "column")
    return takenProperties.contains(name) ? name + "Value" : name
  }

  /// Returns names that differ, by counting equal ones.
  static func distinct(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    return names.map { name in
      guard !seen.insert(name).inserted else { return name }
      var number = 2
      while !taken.insert("\(name)\(number)").inserted { number += 1 }
      seen.insert("\(name)\(number)")
      return "\(name)\(number)"
    }
  }

  /// Returns whether a text can be the name of a new type.
  static func isType(_ name: String) -> Bool {
    let isIdentifier = name.allSatisfy { isPart($0) || $0 == "_" }
    return isIdentifier && name.first?.isNumber == false && !keywords.contains(name) && name != "_"
      && !takenTypes.contains(name)
  }

  /// Returns an identifier as source code says it.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns a text as a literal of Swift.
  static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case _
      where scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Returns the parts of a name that are made of letters and digits.
  private static func words(of name: String) -> [Substring] {
    name.split { !isPart($0) }
  }

  /// Returns whether an identifier can have a character anywhere but at its beginning, where it can't be a digit.
  private static func isPart(_ character: Character) -> Bool {
    if character.isNumber { return character.isASCII }
    guard character.isLetter, let first = character.unicodeScalars.first else { return false }
    // A mark alone begins no identifier, and this one is no letter of Swift's.
    return first.properties.isAlphabetic && first.properties.generalCategory != .nonspacingMark
      && first.properties.generalCategory != .spacingMark && first != "\u{2E2F}"
  }

  private static func begun(_ name: String, with prefix: String) -> String {
    guard let first = name.first else { return prefix }
    return first.isNumber ? prefix + name : name
  }
}
