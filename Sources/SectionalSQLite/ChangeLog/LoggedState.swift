/// What a row of the log says about the row that it identifies.
///
/// A row of another kind, which is null, only says that the identified row may have changed.
enum LoggedState: Int64 {
  /// There was no such row.
  case absent = 0
  /// The row had these values.
  case present = 1
  /// There was no row with a greater rowid, nor one with the rowid -1, and a row was about to be inserted whose rowid SQLite
  /// chooses.
  ///
  /// Before such an insert, SQLite shows triggers the rowid -1.
  case absentAbove = 2
}
