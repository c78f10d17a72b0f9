/// A change source's answer: which rows may have changed since a cursor, and the next cursor.
public struct StoreChanges<Cursor: Sendable>: Sendable {
  /// The rows that may have changed.
  public let rows: ChangedRows
  /// The cursor to pass to the next call, or `nil` if the source has none.
  public let cursor: Cursor?
  /// The tag of every transaction that touched the region since the cursor, or `nil` if there are others or if they aren't
  /// known.
  public let tag: WriteTag?

  /// Creates an answer.
  public init(_ rows: ChangedRows, next cursor: Cursor?, tag: WriteTag? = nil) {
    self.rows = rows
    self.cursor = cursor
    self.tag = tag
  }
}

/// Which rows of a store may have changed.
public enum ChangedRows: Sendable, Hashable {
  /// Only these rows, by table; nothing changed in other tables.
  case tables([String: ChangedTable])
  /// Any row, for a reason that is shown in diagnostics.
  case everything(reason: String)

  /// No row.
  public static let nothing = ChangedRows.tables([:])

  /// Rows of one table.
  public static func keys(_ keys: Set<RowKey>, in table: String) -> ChangedRows {
    .tables([table: ChangedTable(keys: keys)])
  }

  /// The keys of all tables together, or `nil` if any row may have changed.
  public var keys: Set<RowKey>? {
    guard case .tables(let tables) = self else { return nil }
    guard tables.count > 1 else { return tables.first?.value.keys ?? [] }
    return tables.values.reduce(into: []) { $0.formUnion($1.keys) }
  }
}

extension ChangedRows {
  /// The rows of all tables as they were at the cursor, as far as they are known.
  var oldRows: [RowKey: OldRow] {
    guard case .tables(let tables) = self else { return [:] }
    guard tables.count > 1 else { return tables.first?.value.oldRows ?? [:] }
    return tables.values.reduce(into: [:]) { $0.merge($1.oldRows) { first, _ in first } }
  }
}

/// The rows of a table that may have changed.
public struct ChangedTable: Sendable, Hashable {
  /// The keys of the rows, also those from before a change of the key.
  public var keys: Set<RowKey>
  /// What the rows were at the cursor, before the first change since, by the keys that are also in ``keys``.
  ///
  /// A source provides the values that are certain, and leaves out the other rows. Lists don't need this: it makes some lists
  /// cheaper, such as those with a ``ResultsRequest/fetchOffset``.
  public var oldRows: [RowKey: OldRow]

  /// Creates a set of rows.
  public init(keys: Set<RowKey>, oldRows: [RowKey: OldRow] = [:]) {
    self.keys = keys
    self.oldRows = oldRows
  }
}

/// A row as it was at a cursor.
public enum OldRow: Sendable, Hashable {
  /// It didn't exist.
  case absent
  /// It existed, with these values by column, as a list reads them; columns that are left out are unknown.
  case present([String: StoredValue])
}
