/// The number of rounds to measure.
struct RoundPlan {
  /// The minimum number of rounds, no matter how long they take.
  var least: Int
  /// The maximum number of rounds, if time allows.
  var most: Int
  /// The time after which no round beyond the minimum is started.
  var limit = Duration.seconds(6)

  /// Returns the plan for rounds whose work grows with the rows: the fewer rows, the more rounds.
  static func reading(_ rows: Int) -> RoundPlan {
    RoundPlan(least: 3, most: rows <= 10_000 ? 41 : rows <= 100_000 ? 15 : 7)
  }

  /// Runs the rounds; each is passed its number, starting from zero.
  func run(_ round: (Int) async throws -> Void) async throws {
    let start = ContinuousClock.now
    for number in 0..<most {
      if number >= least, start.duration(to: .now) > limit { return }
      try await round(number)
    }
  }
}
