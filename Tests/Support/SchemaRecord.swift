package import Sectional

/// A type of records that knows its table in every database.
package protocol SchemaRecord: StoredRecord {
  /// What makes the table in an SQLite file.
  static var sqlite: String { get }
  /// What makes the table on a PostgreSQL server.
  static var postgres: String { get }
}
