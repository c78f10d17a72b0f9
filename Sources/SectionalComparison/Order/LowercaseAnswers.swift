import Sectional
import SectionalSQL

/// How the store that heeds case orders texts whose case is removed, asked once for all conflicts.
struct LowercaseAnswers {
  private struct Question: Hashable {
    let column: String
    let pair: TextPair
  }

  private var signs: [Question: Int] = [:]

  init<First, Second>(
    _ conflicts: [OrderCauses.Conflict], first: ComparedSource<First>,
    second: ComparedSource<Second>,
    descriptions: (first: SourceDescription?, second: SourceDescription?)
  ) async throws {
    for isFirst in [true, false] {
      var questions: [String: Set<TextPair>] = [:]
      var columns: [String: ColumnDescription] = [:]
      for conflict in conflicts {
        guard let ignorer = conflict.caseIgnorer, ignorer.first != isFirst,
          let pair = conflict.lowercasedTexts(ofFirst: isFirst)
        else { continue }
        let described = conflict.term.descriptions
        questions[conflict.term.name, default: []].insert(pair)
        columns[conflict.term.name] = isFirst ? described.first : described.second
      }
      for (name, pairs) in questions {
        guard let column = columns[name] else { continue }
        let all = Array(pairs)
        let answers =
          isFirst
          ? try await first.signs(of: all, by: column, descriptions.first)
          : try await second.signs(of: all, by: column, descriptions.second)
        for (pair, sign) in zip(all, answers ?? []) {
          signs[Question(column: name, pair: pair)] = sign
        }
      }
    }
  }

  /// Returns how the store that heeds case orders the texts of a conflict without it, in the direction of the order.
  func sign(of conflict: OrderCauses.Conflict) -> Int? {
    guard let ignorer = conflict.caseIgnorer,
      let pair = conflict.lowercasedTexts(ofFirst: !ignorer.first)
    else { return nil }
    let sign = signs[Question(column: conflict.term.name, pair: pair)]
    return conflict.isReversed ? sign.map { -$0 } : sign
  }
}
