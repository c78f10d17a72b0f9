import Sectional

/// Chooses conditions of any shape, also those that a predicate can't be translated to.
struct FuzzedCondition {
  var choices: FuzzBytes

  init(_ choices: FuzzBytes) { self.choices = choices }

  mutating func truth(_ depth: Int) -> RowExpression {
    guard depth > 0 else { return .constant(.integer(Int64(choices.below(3)))) }
    let next = depth - 1
    return switch choices.below(10) {
    case 0: .not(truth(next))
    case 1: .and(truth(next), truth(next))
    case 2: .or(truth(next), truth(next))
    case 3: .isOne(value(next), of: (0..<choices.below(4)).map { _ in choices.value() })
    case 4: .contains(value(next), value(next))
    case 5: .hasPrefix(value(next), value(next))
    case 6: .conditional(truth(next), truth(next), truth(next))
    default:
      .comparison(choices.element(of: RowExpression.Comparison.allCases), value(next), value(next))
    }
  }

  private mutating func value(_ depth: Int) -> RowExpression {
    guard depth > 0 else { return .column(choices.element(of: FuzzedTable.columns)) }
    let next = depth - 1
    return switch choices.below(10) {
    case 0: .constant(choices.value())
    case 1: .coalesced(value(next), value(next))
    case 2: .conditional(truth(next), value(next), value(next))
    case 3: .unwrapped(value(next))
    case 4: .moment(value(next))
    case 5: .negative(value(next), kind())
    case 6, 7:
      .arithmetic(
        choices.element(of: RowExpression.Arithmetic.allCases), value(next), value(next), kind())
    default: .column(choices.element(of: FuzzedTable.columns))
    }
  }

  private mutating func kind() -> RowExpression.NumberKind {
    choices.element(of: [.real, .integer(.min ... .max), .integer(-128...127)])
  }
}
