import Foundation
import Sectional

extension TypedValue {
  /// Creates a value from an argument.
  ///
  /// What the JSON has means what it means there; any other word is a text. So that nobody has to type quotation marks, a
  /// number and null are also the texts that look like them, if nothing has the number or null itself, and `NULL` and other
  /// spellings of numbers can be either. What lists write for Booleans and for infinity is the text if anything has that, and otherwise what is
  /// meant.
  init(argument text: String) {
    if let value = JSONReader.value(text) {
      switch value {
      case .null, .integer,
        .real where !text.hasPrefix("{"):
        self.init([value, .text(text)], prefersFirst: true)
      default: self.init(value)
      }
    } else if TypedValue.unfinished.contains(where: { text.utf8.starts(with: $0.utf8) }) {
      self.init([], prefersFirst: true)
    } else if text == "NULL" {
      self.init([.null, .text(text)], prefersFirst: false)
    } else if text.wholeMatch(of: /[+\-]?[0-9]*\.?[0-9]*(?:[eE][+\-]?[0-9]+)?/) != nil,
      let number = JSONReader.number(text)
    {
      self.init([number, .text(text)], prefersFirst: false)
    } else if let shown = TypedValue.shown[text] {
      self.init([.text(text), shown], prefersFirst: true)
    } else {
      self.init(.text(text))
    }
  }

  /// What lists write for Booleans and for reals without a JSON form.
  private static let shown: [String: StoredValue] = [
    "true": 1, "false": 0, "nan": .real(.nan), "inf": .real(.infinity), "-inf": .real(-.infinity),
  ]

  /// What only values in JSON begin with.
  private static let unfinished =
    ["\""]
    + (["text", "real", "blob"] + ColumnKind.allCases.compactMap(\.tag)).map { "{\"\($0)\":" }
}

extension TypedKey {
  /// Creates a key from an argument: a value, values with commas between them, or an array as the JSON has it.
  init(argument text: String) {
    if let values = JSONReader.values(text) {
      self.init(whole: TypedValue(.text(text)), parts: values.map { TypedValue($0) })
    } else {
      self.init(
        whole: TypedValue(argument: text),
        parts: text.parts(at: ",").map { TypedValue(argument: $0) })
    }
  }
}

/// The names of several columns in one argument: with commas between them, or as an array as the JSON has it.
enum ColumnNames {
  /// Returns the name that is the argument, or that it has as a JSON string.
  static func name(_ argument: String) -> String {
    guard argument.unicodeScalars.first == "\"",
      let values = JSONReader.values("[\(argument)]"), values.count == 1,
      case .text(let name) = values[0]
    else { return argument }
    return name
  }

  /// Returns the names.
  static func names(_ argument: String) -> [String] {
    let texts = JSONReader.values(argument)?.map { value in
      if case .text(let text) = value { text } else { nil as String? }
    }
    if let texts, !texts.contains(nil) { return texts.compactMap(\.self) }
    return argument.listed
  }

  /// Returns the argument for some names.
  static func argument(_ names: [String]) -> String {
    let argument = names.joined(separator: ",")
    guard ColumnNames.names(argument) != names else { return argument }
    var writer = JSONWriter()
    writer.array(names) { $0.string($1) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
