import Foundation
import SectionalTesting
import Testing

/// Inputs from strangers: those of the corpus, and others that are made from them.
@MainActor @Suite(.timeLimit(.minutes(10))) struct CorpusTests {
  /// `SECTIONAL_FUZZ_INPUTS` overrides the number for each part, for longer runs.
  private static let count = number("SECTIONAL_FUZZ_INPUTS") ?? 100
  /// `SECTIONAL_SEED` chooses other inputs.
  private static let seed = UInt64(number("SECTIONAL_SEED") ?? 28)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(arguments: FuzzedPart.allCases)
  func `every input of the corpus is taken`(part: FuzzedPart) async throws {
    let inputs = try Corpus.inputs(of: part.rawValue)
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      do { try await part.take(bytes) } catch { Issue.record("\(part.rawValue)/\(name): \(error)") }
    }
  }

  @Test(arguments: FuzzedPart.allCases)
  func `inputs that are made from the corpus are taken`(part: FuzzedPart) async throws {
    let corpus = try Corpus.inputs(of: part.rawValue).map(\.bytes)
    var inputs = InputGenerator(seed: CorpusTests.seed, corpus: corpus)
    for number in 1...CorpusTests.count {
      let input = inputs.next()
      do { try await part.take(input) } catch {
        Issue.record(
          "seed \(CorpusTests.seed), input \(number), \(Data(input).base64EncodedString()): \(error)"
        )
        return
      }
    }
  }
}

extension FuzzedPart: CustomTestStringConvertible {
  nonisolated var testDescription: String { rawValue }
}
