/// The rules of a table view for a batch update.
///
/// A real table view stops the program if one is broken.
public enum BatchUpdateRule: String, Sendable, Hashable, CaseIterable {
  /// Deleted sections exist before the batch, and inserted sections exist after it.
  case sectionInRange = "a section's index is in range"
  /// No section is deleted or inserted twice.
  case sectionOnce = "a section is deleted or inserted once"
  /// The sections before, minus the deleted ones, plus the inserted ones, are the sections after.
  case sectionCount = "the number of sections adds up"
  /// Deleted, moved and reloaded rows exist before the batch. Inserted rows and targets of moves exist after it.
  case rowInRange = "a row's path is in range"
  /// No row is deleted twice.
  case deleteOnce = "a row is deleted once"
  /// No row is inserted twice.
  case insertOnce = "a row is inserted once"
  /// No row is both deleted and moved.
  case deleteOrMove = "a row is deleted or moved, not both"
  /// No row is moved twice.
  case moveOnce = "a row is moved once"
  /// No two rows are moved to the same path.
  case targetOnce = "only one row is moved to a path"
  /// No row is moved to the path of an inserted row.
  case insertOrTarget = "a path takes an inserted or a moved row, not both"
  /// No row is moved into an inserted section.
  case targetSurvives = "a move ends in a section that existed before"
  /// No row is moved out of a deleted section.
  case sourceSurvives = "a move starts in a section that stays"
  /// Rows of a deleted section are not deleted as well.
  case impliedDelete = "a deleted section takes its rows along"
  /// Rows of an inserted section are not inserted as well.
  case impliedInsert = "an inserted section brings its rows along"
  /// The rows of a remaining section, minus those deleted or moved away, plus those inserted or moved there, are the
  /// rows after.
  case rowCount = "the number of rows in a section adds up"
  /// No row is reloaded twice in the batch.
  case reloadOnce = "a row is reloaded once"
  /// No row is both reloaded and deleted.
  case reloadOrDelete = "a row is reloaded or deleted, not both"
  /// No row is both reloaded and moved.
  case reloadOrMove = "a row is reloaded or moved, not both"
  /// No row of a deleted section is reloaded.
  case reloadSurvives = "a reloaded row is in a section that stays"
  /// Rows that are refreshed after the batch exist after it.
  case refreshInRange = "a refreshed row's path is in range"
}
