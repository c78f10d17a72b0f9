package import Sectional

/// What a table view is told between the beginning and the end of one batch of updates.
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

  /// The sections to delete, by their places before.
  package var sectionDeletes: [Int] = []
  /// The sections to insert, by their places after.
  package var sectionInserts: [Int] = []
  /// The rows to delete, by their places before.
  package var deletes: [ElementPath] = []
  /// The rows to insert, by their places after.
  package var inserts: [ElementPath] = []
  /// The rows to move, from their places before to those after.
  package var moves: [Move] = []
  /// The rows that stay and are configured again in the batch, by their places before.
  package var reloads: [ElementPath] = []
  /// The rows to configure again when the batch is done, by their places after; moved rows may be among them.
  package var refreshes: [ElementPath] = []
  /// Whether rows may be named that come or go with their sections, as a delegate is told of them.
  package var namesImpliedRows: Bool

  /// Makes a batch that tells of nothing yet.
  package init(namingImpliedRows namesImpliedRows: Bool = false) {
    self.namesImpliedRows = namesImpliedRows
  }

  init(_ updates: TableUpdates) {
    self.init()
    sectionDeletes = updates.sectionDeletes
    sectionInserts = updates.sectionInserts
    deletes = updates.deletes.map { ElementPath($0) }
    inserts = updates.inserts.map { ElementPath($0) }
    moves = updates.moves.map { Move(from: ElementPath($0.from), to: ElementPath($0.to)) }
    refreshes = updates.reloads.map { ElementPath($0) }
  }
}
