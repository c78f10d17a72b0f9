import Sectional
import SectionalTesting

@testable import SectionalCommand

/// The arguments of the command, separated by line feeds.
enum FuzzedArguments {
  static func take(_ input: [UInt8]) throws {
    let arguments = input.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    do {
      _ = try Command(arguments)
    } catch let error as UsageError {
      try check(error.message)
    } catch let error as StoreError {
      try check(error.message)
    }
  }

  /// A message must be one that a terminal can show in its line, and must not contain a password.
  private static func check(_ message: String) throws {
    let shown = TerminalText.printable(Redaction.withoutPasswords(message))
    guard !shown.isEmpty, !shown.contains(where: \.isNewline) else {
      throw LawViolation(.consistent, "not a line: \(shown)")
    }
    guard !shown.contains(/\/\/[^\s"']*hunter2[^\s"']*@|password=hunter2/) else {
      throw LawViolation(.consistent, "a password is shown: \(shown)")
    }
  }
}
