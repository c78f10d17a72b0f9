/// What a check found to be wrong.
///
/// Checks throw it instead of knowing a test library, so that they can run anywhere.
public struct LawViolation: Error, Sendable, Hashable {
  /// The law that was broken.
  public enum Law: Sendable, Hashable {
    /// The results are not what the store holds, or are late.
    case fresh
    /// The change set does not lead from the results before to those after.
    case replay
    /// The change set says more than it has to.
    case minimal
    /// Two stores show or tell different things.
    case parity
    /// A list that was opened from a section cache is not what opening it without one shows.
    case cache
    /// A table view would reject the batch update.
    case batchUpdate(BatchUpdateRule)
    /// The results contradict themselves, or the delegate is not called as promised.
    case consistent
    /// The oracle itself failed.
    case oracle
  }

  /// The law that was broken.
  public let law: Law
  /// What differs.
  public let difference: String
  /// When it happened: the seed, the step and the transaction.
  public private(set) var occasion: String?

  /// Makes a violation.
  public init(_ law: Law, _ difference: String) {
    self.law = law
    self.difference = difference
  }

  /// Returns the violation with the time it happened, unless it has one already.
  public func happening(_ occasion: @autoclosure () -> String) -> LawViolation {
    guard self.occasion == nil else { return self }
    var violation = self
    violation.occasion = occasion()
    return violation
  }
}

extension LawViolation: CustomStringConvertible {
  /// The law, what differs and when it happened.
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
