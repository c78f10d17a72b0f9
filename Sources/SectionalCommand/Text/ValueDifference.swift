import Sectional
import SectionalSQL

/// Shows two values next to each other so that their difference can be seen.
enum ValueDifference {
  /// How many characters before the first difference are shown.
  private static let context = 6

  /// Returns two values as text, each at most so many columns wide.
  ///
  /// What texts have in common at their beginnings is left out where they wouldn't fit otherwise, and texts that look alike
  /// are shown with their code points.
  static func texts(
    _ old: StoredValue, _ new: StoredValue, as form: ColumnForms.Form? = nil, upTo width: Int
  ) -> (old: String, new: String) {
    let texts = (
      old: TerminalText.printable(CellText.text(old, isAmongNumbers: true, as: form)),
      new: TerminalText.printable(CellText.text(new, isAmongNumbers: true, as: form))
    )
    if looksAlike(texts.old, texts.new) { return codePoints(old, new, upTo: width) }
    // If one of two texts is quoted, both are, so that what they have in common can be left out.
    if case .text(let first) = old, case .text(let second) = new, form == nil,
      !fits(texts.old, width) || !fits(texts.new, width),
      (texts.old == TerminalText.printable(first)) != (texts.new == TerminalText.printable(second))
    {
      let quoted = [first, second].map { TerminalText.printable(QuotedText.quoted($0)) }
      return excerpts(quoted[0], quoted[1], upTo: width)
    }
    return excerpts(texts.old, texts.new, upTo: width)
  }

  /// Returns two different texts, each at most so many columns wide, without what they have in common at their beginnings
  /// if they wouldn't fit otherwise.
  static func excerpts(_ old: String, _ new: String, upTo width: Int) -> (old: String, new: String)
  {
    if fits(old, width), fits(new, width) { return (old, new) }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = max(0, common - min(context, max(0, width / 2 - 2)))
    func excerpt(_ text: String) -> String {
      let rest = start > 1 ? "…" + text.dropFirst(start) : text
      return TerminalText.truncated(rest, to: width)
    }
    return (excerpt(old), excerpt(new))
  }

  /// Returns whether two texts can't be told apart on a screen.
  private static func looksAlike(_ old: String, _ new: String) -> Bool {
    // Strings are equal if they are canonically equivalent.
    old == new || visible(old) == visible(new) || Lookalikes.canConfuse(old, new)
  }

  /// Returns a text without the scalars that take no room, in compatibility characters' simple form.
  private static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map {
          $0.properties.isWhitespace ? " " : $0
        }))
  }

  /// Returns the scalars in which two texts differ.
  private static func codePoints(
    _ old: StoredValue, _ new: StoredValue, upTo width: Int
  ) -> (old: String, new: String) {
    guard case .text(let first) = old, case .text(let second) = new else {
      // Numbers of two types, such as 1 and 1.0, or a text that reads like them.
      return ("\(CellText.text(old)) (\(old.kind))", "\(CellText.text(new)) (\(new.kind))")
    }
    let (left, right) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left[start...].reversed(), right[start...].reversed()).prefix { $0 == $1 }.count
    func words(_ text: String, _ scalars: [Unicode.Scalar]) -> String {
      let changed = scalars[start..<scalars.count - end].map(\.codePoint)
      let points = changed.isEmpty ? "nothing there" : changed.joined(separator: " ")
      let room = width - DisplayWidth.columns(of: points) - 3
      // The code points alone tell the texts apart.
      guard room >= 4 else { return TerminalText.truncated("(\(points))", to: width) }
      var shown = TerminalText.printable(text)
      if !fits(shown, room), start > context {
        let rest = String.UnicodeScalarView(scalars[(start - min(context, room / 3))...])
        shown = "…" + TerminalText.printable(String(rest))
      }
      return TerminalText.truncated(
        "\(TerminalText.truncated(shown, to: room)) (\(points))", to: width)
    }
    return (words(first, left), words(second, right))
  }

  private static func fits(_ text: String, _ width: Int) -> Bool {
    DisplayWidth.columns(of: text) <= width
  }
}

extension Unicode.Scalar {
  /// The code point as Unicode writes it, such as U+00E9.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension StoredValue {
  /// The kind of the value in a word.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text, .malformedText: "text"
    case .blob: "blob"
    }
  }
}
