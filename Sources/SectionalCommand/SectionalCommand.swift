import Foundation
import Sectional

/// The `sectional` command: grouped, live lists over databases.
@main struct SectionalCommand {
  /// Runs the command and ends the process; the exit status is 0 on success, 1 on failure, 2 for incorrect usage, and 3
  /// if two stores differ or a cache doesn't show what a fetch shows.
  static func main() async {
    StandardOutput.ignoreClosedPipeSignal()
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    do {
      return try await Command(arguments).run()
    } catch let error as UsageError {
      let message = TerminalText.printable(Redaction.withoutPasswords(error.message))
      StandardError.write("sectional: \(message)")
      return 2
    } catch let error as StoreError {
      StandardError.write("sectional: \(ErrorText.text(error, of: arguments))")
      return 1
    } catch {
      StandardError.write("sectional: \(TerminalText.printable(String(describing: error)))")
      return 1
    }
  }
}
