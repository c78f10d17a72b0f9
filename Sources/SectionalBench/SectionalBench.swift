import Foundation
import Sectional
import SectionalCBaselines

/// The `sectional-bench` command: what lists cost, and what they are compared with.
@main struct SectionalBench {
  /// Runs the command and ends the process: 0 when all went well, 1 when something failed, 2 for wrong usage.
  static func main() async {
    // A closed pipe must not end the program before its files are removed.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    do {
      let options = try Options(arguments)
      guard !options.isHelp else {
        Output.write(Usage.text)
        return 0
      }
      let selection = try Selection(options)
      // What is counted is the same in every build; times are not.
      if options.check == nil { try checkBuild() }
      return try await BenchmarkRun(options, selection).run()
    } catch let error as UsageError {
      Output.complain(error.message)
      return 2
    } catch let error as BenchmarkError {
      Output.complain(error.message)
    } catch let error as StoreError {
      Output.complain(error.message)
    } catch {
      Output.complain(String(describing: error))
    }
    return 1
  }

  /// Refuses figures that nobody could rely on.
  private static func checkBuild() throws(BenchmarkError) {
    var isOptimized = baseline_is_optimized() != 0
    #if DEBUG
      isOptimized = false
    #endif
    guard isOptimized else {
      throw BenchmarkError(
        "this build is not optimized, so its figures would mean nothing; use make bench")
    }
  }
}
