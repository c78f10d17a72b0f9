import Foundation
import Sectional
import SectionalCBaselines

/// The `sectional-bench` command: measures what lists cost, compared with baselines.
@main struct SectionalBench {
  /// Runs the command and ends the process; the exit status is 0 on success, 1 on failure, and 2 for incorrect usage.
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
      // Counts are the same in every build, but times aren't.
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

  /// Refuses to report figures from an unoptimized build.
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
