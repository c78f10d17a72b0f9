import Foundation

/// The source of the tool's man page, in the macros of man(7).
enum ManPage {
  static var text: String {
    var lines = [
      ".TH SECTIONAL 1 \"\" \"sectional \(Command.version)\" \"User Commands\"", ".SH NAME",
      "sectional \\- grouped, live lists over SQLite and Postgres", ".SH SYNOPSIS",
    ]
    for command in CommandName.allCases {
      lines += [".B sectional \(escaped(command.rawValue))", escaped(rest(of: command)), ".br"]
    }
    lines += [".SH DESCRIPTION", escaped(HelpText.stores)]
    for command in CommandName.allCases where command != .help { lines += section(of: command) }
    lines += [
      ".SH EXIT STATUS",
      "0 on success, 1 on failure, 2 for incorrect usage, 3 if two stores differ, check has a "
        + "finding or a cache differs from a fetch.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func rest(of command: CommandName) -> String {
    String(command.usage.dropFirst("sectional \(command.rawValue)".count).drop { $0 == " " })
  }

  private static func section(of command: CommandName) -> [String] {
    let help = command.help
    var lines = [".SH \(escaped(command.rawValue.uppercased()))"]
    lines += [escaped(help.summary.prefix(1).uppercased() + help.summary.dropFirst() + ".")]
    for paragraph in help.paragraphs { lines += [".PP", escaped(paragraph)] }
    for entry in command.entries {
      lines += [".TP", ".B \(escaped(entry.name))", escaped(entry.help)]
    }
    for paragraph in help.ending { lines += [".PP", escaped(paragraph)] }
    guard !help.examples.isEmpty else { return lines }
    lines += [".PP", "Examples:", ".PP", ".nf"]
    lines += help.examples.map(escaped)
    return lines + [".fi"]
  }

  /// Returns a text that roff prints as it is.
  private static func escaped(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("\"", with: "\\(dq")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
