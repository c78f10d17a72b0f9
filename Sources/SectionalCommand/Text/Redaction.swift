/// Removes what must not be shown from messages that repeat what was typed.
enum Redaction {
  /// Returns a message without the user and the password of any URL in it, and without passwords of connection strings.
  static func withoutPasswords(_ message: String) -> String {
    message.replacing(/\/\/[^\s"']*@/, with: "//…@")
      .replacing(/password=[^\s&"']+/.ignoresCase(), with: "password=…")
  }
}
