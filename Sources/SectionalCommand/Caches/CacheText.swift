import Sectional

/// Describes a file of a section cache to people.
struct CacheText {
  private let file: CacheFile

  init(_ file: CacheFile) { self.file = file }

  /// Returns text that says what the file is for, and what would happen to the cache now.
  func text(_ report: SectionCacheReport?) -> String {
    var lines = [("file", file.path), ("written", written)]
    if let kept = try? file.sections.get() {
      let sections = CountText.text(kept.sectionCount, "section")
      lines.append(("holds", "\(CountText.text(kept.rowCount, "row")) in \(sections)"))
    }
    if let arguments = file.arguments {
      let command = arguments.contains(CommandOption.window.name) ? "watch" : "list"
      lines.append(("list", "sectional \(command) \(ShellWord.line(arguments))"))
    }
    for line in file.requestLines {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      if parts.count == 2 { lines.append((parts[0], parts[1])) }
    }
    if file.valueCount > 0 {
      lines.append(("values", "\(file.valueCount), which are not shown"))
    }
    lines.append(("now", now(report)))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { label, text in
      let padding = String(repeating: " ", count: width - label.count + 2)
      return "\(label)\(padding)\(TerminalText.printable(text))\n"
    }.joined()
  }

  private var written: String {
    let bytes = CountText.text(file.byteCount, "byte")
    return file.writtenText.map { "\($0), \(bytes)" } ?? bytes
  }

  private func now(_ report: SectionCacheReport?) -> String {
    report.map { "\($0.words): \($0.reason)" }
      ?? "only its application can check it"
  }
}

extension SectionCacheReport {
  /// The outcome in words.
  var words: String { outcome == .caughtUp ? "caught up" : outcome.rawValue }
}
