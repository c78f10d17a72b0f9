package import Sectional

/// What a table view is told between the beginning and the end of a batch of updates.
package struct BatchUpdate: Sendable, Hashable {
  /// A row's paths before and after.
  package struct Move: Sendable, Hashable {
    package let from: ElementPath
    package let to: ElementPath

    package init(from: ElementPath, to: ElementPath) {
      self.from = from
      self.to = to
    }
  }

  /// The sections to delete, by their indexes before.
  package var sectionDeletes: [Int] = []
  /// The sections to insert, by their indexes after.
  package var sectionInserts: [Int] = []
  /// The rows to delete, by their paths before.
  package var deletes: [ElementPath] = []
  /// The rows to insert, by their paths after.
  package var inserts: [ElementPath] = []
  /// The rows to move, from their paths before to their paths after.
  package var moves: [Move] = []
  /// The rows that stay and are reconfigured within the batch, by their paths before.
  package var reloads: [ElementPath] = []
  /// The rows to reconfigure after the batch, by their paths after.
  ///
  /// They can include moved rows.
  package var refreshes: [ElementPath] = []
  /// Whether the batch may list rows that are deleted or inserted with their sections, as a delegate is told.
  package var namesImpliedRows: Bool

  /// Creates an empty batch.
  package init(namingImpliedRows namesImpliedRows: Bool = false) {
    self.namesImpliedRows = namesImpliedRows
  }

  init(_ updates: TableUpdates) {
    self.init()
    sectionDeletes = updates.sectionDeletes
    sectionInserts = updates.sectionInserts
    reload(updates.sectionReloads)
    deletes = updates.deletes.map { ElementPath($0) }
    inserts = updates.inserts.map { ElementPath($0) }
    moves = updates.moves.map { Move(from: ElementPath($0.from), to: ElementPath($0.to)) }
    refreshes = updates.reloads.map { ElementPath($0) }
  }

  /// Reloads sections: a table view deletes and inserts them.
  private mutating func reload(_ sections: [Int]) {
    let (deleted, inserted) = (Set(sectionDeletes), Set(sectionInserts))
    for section in sections {
      // The sections that stay keep their order.
      let number = (0..<section).count { !deleted.contains($0) }
      var index = 0
      var left = number
      while inserted.contains(index) || left > 0 {
        if !inserted.contains(index) { left -= 1 }
        index += 1
      }
      sectionDeletes.append(section)
      sectionInserts.append(index)
    }
    sectionDeletes.sort()
    sectionInserts.sort()
  }
}
