import SectionalSQL

/// What the triggers log of the rows themselves, if the log keeps old values of some columns.
///
/// All old rows of a statement and all its new rows are logged, separately: what a table held before some statements is
/// what it holds now, plus the old rows, less the new ones, in whichever order the statements came. Joining old rows
/// with new ones by their keys would be wrong where keys are exchanged, and entries aren't in the order of events.
///
/// If the rows can't be logged, nothing but their keys is. The row trigger for moves logs no rows either, because it
/// can't know whether a statement trigger sees them too.
extension ChangeLogTrigger {
  /// The maximum size, in bytes, of the values of one statement that are logged.
  static let mostValueBytes = 8 << 20
  /// What comes before the kept columns, as their numbers and types, in a function's body.
  static let keptColumnsMark = "-- Keeps old values of columns (number:type): "

  /// Whether the trigger logs rows and not only their keys.
  var keepsValues: Bool {
    !table.kept.isEmpty && (event.oldRows != nil || event.newRows != nil)
  }

  /// The comment from which every process learns which columns are kept.
  ///
  /// With numbers and types, a column that is renamed, replaced or given another type makes the log outdated.
  var keptColumns: String {
    guard keepsValues else { return "" }
    let columns = table.kept.map { "\($0.number):\($0.typeOID)" }
    return "\(ChangeLogTrigger.keptColumnsMark)\(columns.joined(separator: " "))\n"
  }

  var oldValueVariables: String {
    guard keepsValues else { return "" }
    return """
        value_bytes bigint;
        old_values text[];
        new_values text[];
      \(event == .update ? "  key_pairs bigint;\n" : "")
      """
  }

  /// The PL/pgSQL that logs the statement although no row seems to have changed, because several rows had one key for a
  /// time, as rows with a deferrable key can: each of them seems the same as another one.
  func exchangedKeys(isExact: Bool) -> String {
    """
          IF changed_keys IS NULL AND key_pairs > \(isExact ? "" : "2 * ")changed THEN
            changed_keys := '{}';
          END IF;

    """
  }

  /// The PL/pgSQL that gathers the rows; a failure costs only them.
  var oldValues: String {
    guard keepsValues else { return "" }
    let tables = [event.oldRows, event.newRows].compactMap(\.self)
    let sizes = tables.map(size).compactMap(\.self)
    return """
        IF changed_keys IS NOT NULL THEN
          BEGIN
            value_bytes := \(sizes.isEmpty ? "0" : sizes.joined(separator: " + "));
            IF value_bytes <= \(ChangeLogTrigger.mostValueBytes) THEN
              \(rows(of: event.oldRows, into: "old_values"))
              \(rows(of: event.newRows, into: "new_values"))
              value_bytes := pg_column_size(old_values) + pg_column_size(new_values);
            END IF;
            IF value_bytes > \(ChangeLogTrigger.mostValueBytes) THEN
              old_values := NULL;
              new_values := NULL;
            END IF;
          EXCEPTION WHEN OTHERS THEN
            old_values := NULL;
            new_values := NULL;
          END;
        END IF;

      """
  }

  /// Returns the SQL for the size of some rows' values, which is known without reading large ones.
  private func size(of rows: String) -> String? {
    let sizes = table.kept.compactMap { $0.size(of: "r") }.map { "coalesce(sum(\($0)), 0)" }
    return sizes.isEmpty ? nil : "(SELECT \(sizes.joined(separator: " + ")) FROM \(rows) AS r)"
  }

  private func rows(of rows: String?, into variable: String) -> String {
    guard let rows else { return "\(variable) := '{}';" }
    let image = LoggedRow(of: table).image(of: "r")
    return "SELECT array_agg(\(image)) INTO \(variable) FROM \(rows) AS r;"
  }
}
