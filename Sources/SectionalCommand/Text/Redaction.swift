/// Removes what must not be shown from messages that repeat what was typed.
enum Redaction {
  /// Returns a message without the user and the password of any URL in it, and without passwords of connection strings.
  static func withoutPasswords(_ message: String) -> String {
    // A password can begin with a combining mark, so scalars are matched, not characters.
    message.replacing(/\/\/[^\s"']*@/.matchingSemantics(.unicodeScalar), with: "//…@")
      .replacing(
        /password=[^\s&"']+/.ignoresCase().matchingSemantics(.unicodeScalar),
        with: "password=…")
  }
}
