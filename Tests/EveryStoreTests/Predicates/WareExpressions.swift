import Foundation
import Sectional
import SectionalTesting

/// Draws conditions over the columns of ``Ware``.
struct WareExpressions {
  typealias Expression = RowExpression

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func condition() -> Expression { truth(1 + random.below(4)) }

  private mutating func truth(_ depth: Int) -> Expression {
    guard depth > 0 else { return .column("is_fragile") }
    let next = depth - 1
    switch random.below(16) {
    case 0: return .not(truth(next))
    case 1, 2, 3: return .and(truth(next), truth(next))
    case 4, 5: return .or(truth(next), truth(next))
    case 6: return isOne()
    case 7: return .contains(text(next), text(next))
    case 8: return .hasPrefix(text(next), text(next))
    case 9: return .conditional(truth(next), truth(next), truth(next))
    default: return comparison(next)
    }
  }

  private mutating func comparison(_ depth: Int) -> Expression {
    let way = random.element(of: Expression.Comparison.allCases) ?? .equal
    let isFlipped = random.happens(onceIn: 4)
    var (left, right): (Expression, Expression) =
      switch random.below(9) {
      case 0, 1: (text(depth), text(depth))
      case 2, 3: (whole(depth), whole(depth))
      case 4: (real(depth), real(depth))
      case 5: (real(depth), whole(depth))
      case 6: (.moment(.column("sent")), .constant(.real(moment())))
      case 7: (.column("due"), .constant(.real(moment())))
      default: identifier()
      }
    if random.happens(onceIn: 6) { left = .unwrapped(left) }
    if random.happens(onceIn: 12) { right = .constant(.null) }
    return isFlipped ? .comparison(way, right, left) : .comparison(way, left, right)
  }

  private mutating func moment() -> Double {
    let steps: [Double] = [0, 0.5, -0.5, 1, 86_400, -86_400, 86_399.9, 1e-6, -2e9, 5e9, 2e11]
    return 1_700_000_000 + (random.element(of: steps) ?? 0)
  }

  private mutating func identifier() -> (Expression, Expression) {
    let uuid = random.element(of: Ware.uuids) ?? UUID()
    switch random.below(4) {
    case 0: return (.column("token"), .constant(uuid.cell(as: .text)))
    case 1: return (.column("lower"), .constant(uuid.cell(as: .lowercaseText)))
    case 2: return (.column("mark"), .constant(uuid.cell(as: .blob)))
    default: return (.column("status"), .constant(random.happens(onceIn: 2) ? "paid" : "open"))
    }
  }

  private mutating func whole(_ depth: Int) -> Expression {
    guard depth > 0, random.happens(onceIn: 2) else {
      switch random.below(6) {
      case 0: return .constant(.integer(Int64(random.element(of: Ware.counts) ?? 0)))
      case 1: return .constant(random.happens(onceIn: 3) ? .null : 2)
      case 2: return .constant(.real(random.element(of: [0.5, 1, 2, 1e300, 0x1p63]) ?? 0))
      case 3: return .column("limit")
      default: return .column("count")
      }
    }
    switch random.below(4) {
    case 0: return .coalesced(whole(depth - 1), whole(depth - 1))
    case 1: return .unwrapped(whole(depth - 1))
    case 2: return .conditional(truth(depth - 1), whole(depth - 1), whole(depth - 1))
    default:
      let operation = random.element(of: Expression.Arithmetic.allCases) ?? .add
      return .arithmetic(operation, whole(depth - 1), whole(depth - 1), .integer(.min ... .max))
    }
  }

  private mutating func real(_ depth: Int) -> Expression {
    switch random.below(8) {
    case 0: return .constant(.real(random.element(of: Ware.weights) ?? 0))
    case 1: return .constant(.integer(random.element(of: [0, 1, 2, .max]) ?? 0))
    case 2 where depth > 0: return .arithmetic(.add, real(depth - 1), real(depth - 1), .real)
    case 3: return .column("price")
    case 4, 5: return .column("size")
    default: return .column("weight")
    }
  }

  private mutating func text(_ depth: Int) -> Expression {
    switch random.below(8) {
    case 0 where depth > 0: return .coalesced(text(depth - 1), text(depth - 1))
    case 1, 2:
      let texts = Ware.names + ["a\0b", "\0", "A", "\u{E9}", "e\u{301}", "'", "\\", "?", "$1"]
      return .constant(.text(random.element(of: texts) ?? ""))
    case 3: return random.happens(onceIn: 3) ? .constant(.null) : .column("name")
    case 4, 5: return .column("team")
    default: return .column("name")
    }
  }

  private mutating func isOne() -> Expression {
    var constants: [StoredValue] = random.happens(onceIn: 4) ? [.null] : []
    switch random.below(5) {
    case 0:
      for _ in 0..<random.below(4) { constants.append(.text(random.element(of: Ware.names) ?? "")) }
      return .isOne(.column(random.happens(onceIn: 2) ? "team" : "name"), of: constants)
    case 1:
      for _ in 0..<random.below(4) { constants.append(.real(moment())) }
      return .isOne(.column("due"), of: constants)
    case 2:
      constants += Ware.uuids.prefix(random.below(4)).map { $0.cell(as: .blob) }
      return .isOne(.column("mark"), of: constants)
    case 3:
      constants += [1, 2.0, .real(0.5), "a"].prefix(random.below(5))
      return .isOne(.column("limit"), of: constants)
    default:
      constants += [1, 2.0, .integer(.max), "a"].prefix(random.below(5))
      return .isOne(.column("size"), of: constants)
    }
  }
}
