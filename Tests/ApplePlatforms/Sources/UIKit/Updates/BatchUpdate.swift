/// What a view is told between the beginning and the end of one batch of updates.
///
/// Places of deletes and reloads and the starts of moves count in the view before, those of inserts and the ends of moves
/// in the view after.
struct BatchUpdate {
  struct Move: Hashable {
    let from: Place
    let to: Place
  }

  var sectionDeletes: [Int] = []
  var sectionInserts: [Int] = []
  var sectionReloads: [Int] = []
  var deletes: [Place] = []
  var inserts: [Place] = []
  var reloads: [Place] = []
  var moves: [Move] = []

  /// The rows that are no more where they were: those of the batch, without those of deleted sections.
  var leaving: [Place] { deletes + moves.map(\.from) }
  /// The rows that come to where they will be.
  var arriving: [Place] { inserts + moves.map(\.to) }
}
