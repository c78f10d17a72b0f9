/// The rules that a batch of updates has to keep, in the words in which UIKit complains.
struct BatchUpdateRules {
  /// What differs between a table view and a collection view.
  struct Kind {
    let view: String
    let row: String
    /// Whether rows may be named that come or go with their sections.
    let allowsImpliedRows: Bool

    static let table = Kind(view: "table view", row: "row", allowsImpliedRows: true)
    static let collection = Kind(view: "collection view", row: "item", allowsImpliedRows: false)
  }

  let kind: Kind
  let update: BatchUpdate
  /// The number of rows in each section, before and after.
  let before: [Int]
  let after: [Int]

  /// The first rule that is broken, or `nil` if all are kept.
  var violation: String? {
    sectionViolation ?? rangeViolation ?? repetitionViolation ?? survivalViolation ?? countViolation
  }

  private var sectionViolation: String? {
    for section in update.sectionDeletes + update.sectionReloads
    where !before.indices.contains(section) {
      return "attempt to delete section \(section), but there are only \(before.count) sections "
        + "before the update"
    }
    for section in update.sectionInserts where !after.indices.contains(section) {
      return "attempt to insert section \(section) but there are only \(after.count) sections "
        + "after the update"
    }
    if let twice = (update.sectionDeletes + update.sectionReloads).firstRepeated {
      return "attempt to delete section \(twice) twice"
    }
    if let twice = update.sectionInserts.firstRepeated {
      return "attempt to insert section \(twice) twice"
    }
    let (deleted, inserted) = (update.sectionDeletes.count, update.sectionInserts.count)
    guard before.count - deleted + inserted != after.count else { return nil }
    return "Invalid update: invalid number of sections. The number of sections contained in the "
      + "\(kind.view) after the update (\(after.count)) must be equal to the number of sections "
      + "contained in the \(kind.view) before the update (\(before.count)), plus or minus the "
      + "number of sections inserted or deleted (\(inserted) inserted, \(deleted) deleted)."
  }

  private var rangeViolation: String? {
    for (what, place) in update.deletes.map({ ("delete", $0) })
      + update.reloads.map({ ("reload", $0) }) + update.moves.map({ ("move", $0.from) })
    where !before.contain(place) {
      return "attempt to \(what) \(kind.row) \(place.item) from section \(place.section), which "
        + "the \(kind.view) does not have before the update"
    }
    for place in update.arriving where !after.contain(place) {
      return "attempt to insert \(kind.row) \(place.item) into section \(place.section), which the "
        + "\(kind.view) does not have after the update"
    }
    return nil
  }

  private var repetitionViolation: String? {
    let rules: [([Place], String)] = [
      (update.deletes, "attempt to perform multiple deletes on the same index path"),
      (update.inserts, "attempt to perform multiple inserts to the same index path"),
      (update.reloads, "attempt to perform multiple reloads on the same index path"),
      (update.moves.map(\.from), "attempt to perform multiple moves from the same index path"),
      (update.moves.map(\.to), "attempt to perform multiple moves to the same index path"),
      (update.leaving, "attempt to perform a delete and a move from the same index path"),
      (update.arriving, "attempt to perform an insert and a move to the same index path"),
      (update.deletes + update.reloads, "attempt to delete and reload the same index path"),
      (update.leaving + update.reloads, "attempt to move and reload the same index path"),
    ]
    for (places, complaint) in rules {
      if let place = places.firstRepeated { return "\(complaint) (\(place))" }
    }
    return nil
  }

  private var survivalViolation: String? {
    let leaving = Set(update.sectionDeletes + update.sectionReloads)
    for move in update.moves {
      if leaving.contains(move.from.section) {
        return "cannot move a \(kind.row) from a section that is deleted (\(move.from.section))"
      }
      if update.sectionInserts.contains(move.to.section) {
        return "cannot move a \(kind.row) into a newly inserted section (\(move.to.section))"
      }
    }
    for place in update.reloads where leaving.contains(place.section) {
      return "attempt to reload a \(kind.row) of a section that is deleted (\(place))"
    }
    guard !kind.allowsImpliedRows else { return nil }
    for place in update.deletes where leaving.contains(place.section) {
      return "attempt to delete an \(kind.row) of a section that is deleted as well (\(place))"
    }
    for place in update.inserts where update.sectionInserts.contains(place.section) {
      return "attempt to insert an \(kind.row) into a section that is inserted as well (\(place))"
    }
    return nil
  }
}

extension BatchUpdateRules {
  private var countViolation: String? {
    for (old, new) in update.survivors(before: before.count, after: after.count) {
      let inserted = update.inserts.count { $0.section == new }
      let deleted = update.deletes.count { $0.section == old }
      let movedIn = update.moves.count { $0.to.section == new }
      let movedOut = update.moves.count { $0.from.section == old }
      guard before[old] + inserted - deleted + movedIn - movedOut != after[new] else { continue }
      return "Invalid update: invalid number of \(kind.row)s in section \(new). The number of "
        + "\(kind.row)s contained in an existing section after the update (\(after[new])) must be "
        + "equal to the number of \(kind.row)s contained in that section before the update "
        + "(\(before[old])), plus or minus the number of \(kind.row)s inserted or deleted from "
        + "that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number "
        + "of \(kind.row)s moved into or out of that section (\(movedIn) moved in, \(movedOut) "
        + "moved out)."
    }
    return nil
  }
}

extension BatchUpdate {
  /// The sections that are there before and after, by both of their places; reloaded ones are asked for anew.
  func survivors(before: Int, after: Int) -> [(old: Int, new: Int)] {
    let kept = (0..<before).filter { !sectionDeletes.contains($0) }
    let known = (0..<after).filter { !sectionInserts.contains($0) }
    return zip(kept, known).map { (old: $0, new: $1) }
      .filter { !sectionReloads.contains($0.old) }
  }
}

extension [Int] {
  fileprivate func contain(_ place: Place) -> Bool {
    indices.contains(place.section) && (0..<self[place.section]).contains(place.item)
  }
}

extension Array where Element: Hashable {
  /// The first element that stands twice.
  var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
