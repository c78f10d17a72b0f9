import Sectional
import SectionalTesting

/// Draws expressions over the columns of ``Specimen``.
struct ExpressionGenerator {
  typealias Expression = RowExpression

  private var random: SeededGenerator
  /// Whether to combine values of different types, which is only possible in an untyped request.
  let mixesTypes: Bool

  init(seed: UInt64, mixesTypes: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.mixesTypes = mixesTypes
  }

  mutating func condition() -> Expression { truth(1 + random.below(5)) }

  private mutating func truth(_ depth: Int) -> Expression {
    guard depth > 0 else {
      return random.happens(onceIn: 4)
        ? .constant(.integer(Int64(random.below(2)))) : .column("flag")
    }
    let next = depth - 1
    switch random.below(14) {
    case 0: return .not(truth(next))
    case 1, 2: return .and(truth(next), truth(next))
    case 3, 4: return .or(truth(next), truth(next))
    case 5: return isOne(next)
    case 6: return .contains(text(next), text(next))
    case 7: return .hasPrefix(text(next), text(next))
    case 8: return .conditional(truth(next), truth(next), truth(next))
    case 9: return .coalesced(.conditional(truth(next), truth(next), .constant(.null)), truth(next))
    default: return comparison(next)
    }
  }

  private mutating func comparison(_ depth: Int) -> Expression {
    let way = random.element(of: Expression.Comparison.allCases) ?? .equal
    if mixesTypes { return .comparison(way, value(depth), value(depth)) }
    switch random.below(6) {
    case 0: return .comparison(way, whole(depth), real(depth))
    case 1, 2: return .comparison(way, whole(depth), whole(depth))
    case 3: return .comparison(way, real(depth), real(depth))
    default: return .comparison(way, text(depth), text(depth))
    }
  }

  private mutating func value(_ depth: Int) -> Expression {
    switch random.below(4) {
    case 0: truth(depth)
    case 1: whole(depth)
    case 2: real(depth)
    default: text(depth)
    }
  }

  private mutating func whole(_ depth: Int) -> Expression {
    guard depth > 0, !random.happens(onceIn: 3) else {
      switch random.below(6) {
      case 0: return .constant(.integer(random.element(of: Specimen.wholes) ?? 0))
      case 1: return .constant(random.happens(onceIn: 3) ? .null : 2)
      case 2: return .column("small")
      default: return .column("whole")
      }
    }
    let next = depth - 1
    let kind = Expression.NumberKind.integer(
      random.happens(onceIn: 3) ? -2_147_483_648...2_147_483_647 : .min ... .max)
    switch random.below(8) {
    case 0: return .negative(whole(next), kind)
    case 1: return .coalesced(whole(next), whole(next))
    case 2: return .conditional(truth(next), whole(next), whole(next))
    case 3: return .unwrapped(whole(next))
    default:
      let operation = random.element(of: Expression.Arithmetic.allCases) ?? .add
      return .arithmetic(operation, whole(next), whole(next), kind)
    }
  }

  private mutating func real(_ depth: Int) -> Expression {
    guard depth > 0, !random.happens(onceIn: 3) else {
      switch random.below(5) {
      case 0: return .constant(.real(random.element(of: Specimen.reals) ?? 0))
      case 1: return .constant(random.happens(onceIn: 3) ? .null : 0.5)
      case 2: return .column("size")
      default: return .column("real")
      }
    }
    let next = depth - 1
    switch random.below(7) {
    case 0: return .negative(real(next), .real)
    case 1: return .coalesced(real(next), real(next))
    case 2: return .conditional(truth(next), real(next), real(next))
    case 3: return .unwrapped(real(next))
    default:
      let operation = random.element(of: Expression.Arithmetic.allCases) ?? .add
      return .arithmetic(operation, real(next), real(next), .real)
    }
  }

  private mutating func text(_ depth: Int) -> Expression {
    guard depth > 0, random.happens(onceIn: 3) else {
      switch random.below(6) {
      case 0, 1: return .constant(.text(random.element(of: Specimen.texts) ?? ""))
      case 2: return random.happens(onceIn: 3) ? .constant(.null) : .column("text")
      case 3: return .column("label")
      default: return .column("text")
      }
    }
    let next = depth - 1
    switch random.below(3) {
    case 0: return .coalesced(text(next), text(next))
    case 1: return .conditional(truth(next), text(next), text(next))
    default: return .unwrapped(text(next))
    }
  }

  private mutating func isOne(_ depth: Int) -> Expression {
    let isText = random.happens(onceIn: 2)
    let value = mixesTypes ? value(depth) : isText ? text(depth) : whole(depth)
    var constants: [StoredValue] = []
    for _ in 0..<random.below(6) {
      if random.happens(onceIn: 7) {
        constants.append(.null)
      } else if mixesTypes ? random.happens(onceIn: 2) : isText {
        constants.append(.text(random.element(of: Specimen.texts) ?? ""))
      } else if random.happens(onceIn: 3) {
        constants.append(.real(random.element(of: Specimen.reals) ?? 0))
      } else {
        constants.append(.integer(random.element(of: Specimen.wholes) ?? 0))
      }
    }
    return .isOne(value, of: constants)
  }
}
