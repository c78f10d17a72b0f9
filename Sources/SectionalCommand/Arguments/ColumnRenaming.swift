import Sectional

/// The names of columns in the second store, from options such as `--map name=ZNAME`.
struct ColumnRenaming {
  /// The names in the second store, by the names in the first.
  let names: [String: String]

  init(_ arguments: [String]) throws {
    var names: [String: String] = [:]
    for argument in arguments {
      let parts = argument.parts(at: "=", maxSplits: 1)
      guard parts.count == 2, !parts.contains(""),
        names.updateValue(parts[1], forKey: parts[0]) == nil
      else {
        throw UsageError(
          "--map needs a column of the first store and its name in the second: --map name=ZNAME")
      }
    }
    self.names = names
  }

  /// Returns arguments whose options name the columns of the second store.
  func applied(to arguments: Arguments) -> Arguments {
    guard !names.isEmpty else { return arguments }
    return arguments.mapping { option, text in
      switch option {
      case CommandOption.key.name:
        ColumnNames.argument(ColumnNames.names(text).map { names[$0] ?? $0 })
      case CommandOption.sort.name: renamedSort(text)
      case CommandOption.search.name: renamed(text, before: [":"])
      case CommandOption.section.name: renamedSection(text)
      default: text
      }
    }
  }

  /// Returns the text with another name at its beginning, if it begins with a name and one of the marks follows.
  private func renamed(_ text: String, before marks: [String]) -> String {
    if let name = names[text] { return name }
    for (name, other) in names.sorted(by: { $0.key.count > $1.key.count }) {
      for mark in marks {
        if let rest = text.rest(after: name + mark) { return other + mark + rest }
      }
    }
    return text
  }

  /// Returns the text of a sort key, whose column can be a JSON string.
  private func renamedSort(_ text: String) -> String {
    for (name, other) in names {
      var writer = JSONWriter()
      writer.string(name)
      let string = String(decoding: writer.bytes, as: UTF8.self)
      if text == string { return other }
      if let rest = text.rest(after: string + ":") { return "\(other):\(rest)" }
    }
    return renamed(text, before: [":"])
  }

  /// Returns the text of a section, which is a column or a function of one.
  private func renamedSection(_ text: String) -> String {
    if let name = names[text] { return name }
    let parts = text.parts(at: "(", maxSplits: 1)
    guard parts.count == 2 else { return text }
    return "\(parts[0])(\(renamed(parts[1], before: [",", ")"]))"
  }
}
