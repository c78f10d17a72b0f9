/// A state of an SQLite file, as one connection tells states apart.
public struct SQLiteVersion: Hashable, Codable, Sendable {
  /// Which connection; others count for themselves.
  let connection: UInt32
  /// Moves with each commit of another connection.
  let data: Int64
  /// Moves with each change of the schema.
  let schema: Int64
  /// Moves with each commit of this connection.
  let commit: Int64
  /// The newest row of the file's change log, where it has one.
  let log: SQLiteChangeLogPosition?
}

extension SQLiteVersion: CustomStringConvertible {
  /// The version as opaque text.
  public var description: String {
    "\(String(connection, radix: 16)).\(schema).\(data).\(commit)"
  }
}
