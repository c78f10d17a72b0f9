/// How many rounds are measured.
struct RoundPlan {
  /// The rounds that are measured however long they take.
  var least: Int
  /// The rounds that are measured while there is time.
  var most: Int
  /// How long to go on.
  var limit = Duration.seconds(6)

  /// Rounds whose work grows with the rows: many where there are few.
  static func reading(_ rows: Int) -> RoundPlan {
    RoundPlan(least: 3, most: rows <= 10_000 ? 41 : rows <= 100_000 ? 15 : 7)
  }

  /// Runs the rounds, each with its number from zero.
  func run(_ round: (Int) async throws -> Void) async throws {
    let start = ContinuousClock.now
    for number in 0..<most {
      if number >= least, start.duration(to: .now) > limit { return }
      try await round(number)
    }
  }
}
