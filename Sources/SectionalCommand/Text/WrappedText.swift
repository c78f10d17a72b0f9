/// Wraps sentences at spaces.
enum WrappedText {
  /// Returns the lines of a text for a terminal of the given width, or a single line if there is no limit.
  static func lines(_ text: String, width: Int?) -> [String] {
    guard let width else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, DisplayWidth.columns(of: longer) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
