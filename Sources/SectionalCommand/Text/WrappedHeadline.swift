/// The title of a list and phrases about it, on as many lines as the terminal makes necessary.
struct WrappedHeadline {
  let title: String
  let phrases: [String]

  /// Returns the lines for a terminal of the given width, or a single line if there is no limit.
  ///
  /// If the title is too long for a line, its beginning is left out, because paths differ at their ends.
  func lines(of width: Int?) -> [String] {
    let whole = "\(title): \(phrases.joined(separator: ", "))"
    guard let width, DisplayWidth.columns(of: whole) > width else { return [whole] }
    var lines = [TerminalText.ending(of: title, upTo: width)]
    var line = ""
    for phrase in phrases {
      let longer = line.isEmpty ? phrase : "\(line), \(phrase)"
      if !line.isEmpty, DisplayWidth.columns(of: longer) > width {
        lines.append(line)
        line = phrase
      } else {
        line = longer
      }
    }
    return lines + [TerminalText.truncated(line, to: width)]
  }
}
