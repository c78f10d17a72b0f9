/// A failed check.
///
/// Checks throw it instead of using a testing library, so that they can run anywhere.
public struct LawViolation: Error, Sendable, Hashable {
  /// The law that was broken.
  public enum Law: Sendable, Hashable {
    /// The results aren't what the store holds, or are late.
    case fresh
    /// The change set doesn't lead from the results before to the results after.
    case replay
    /// The change set reports more than necessary.
    case minimal
    /// Two stores show or report different things.
    case parity
    /// A list opened from a section cache isn't the list that opens without one.
    case cache
    /// A table view would reject the batch update.
    case batchUpdate(BatchUpdateRule)
    /// The results are inconsistent, or the delegate isn't called as promised.
    case consistent
    /// The oracle itself failed.
    case oracle
  }

  /// The law that was broken.
  public let law: Law
  /// The difference between what was expected and what was found.
  public let difference: String
  /// When it happened: the seed, the step and the transaction.
  public private(set) var occasion: String?

  /// Creates a violation.
  public init(_ law: Law, _ difference: String) {
    self.law = law
    self.difference = difference
  }

  /// Returns the violation with the occasion, unless it already has one.
  public func happening(_ occasion: @autoclosure () -> String) -> LawViolation {
    guard self.occasion == nil else { return self }
    var violation = self
    violation.occasion = occasion()
    return violation
  }
}

extension LawViolation: CustomStringConvertible {
  /// The law, the difference, and the occasion.
  public var description: String {
    occasion.map { "\(law): \(difference)\n\($0)" } ?? "\(law): \(difference)"
  }
}

extension LawViolation.Law: CustomStringConvertible {
  /// The law's name.
  public var description: String {
    switch self {
    case .fresh: "Fresh"
    case .replay: "Replay"
    case .minimal: "Minimal"
    case .parity: "Parity"
    case .cache: "Cache"
    case .batchUpdate(let rule): "Batch update, \(rule.rawValue)"
    case .consistent: "Consistent"
    case .oracle: "Oracle"
    }
  }
}
