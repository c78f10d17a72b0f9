package import Sectional
package import SectionalTesting

extension ItemWrite {
  /// The write as a statement with its arguments, the same for both databases.
  package var statement: (sql: String, arguments: [any ColumnValue]) {
    switch self {
    case .put(let item):
      (
        """
        INSERT INTO item(id, name, team) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, team = excluded.team
        """, [item.id, item.name, item.team]
      )
    case .delete(let id): ("DELETE FROM item WHERE id = ?", [id])
    case .update(let id, let item):
      (
        "UPDATE item SET id = ?, name = ?, team = ? WHERE id = ?",
        [item.id, item.name, item.team, id]
      )
    }
  }
}

/// What rolls a transaction or a savepoint back.
struct PlannedRollback: Error {}
