package import Sectional

/// A type of records that declares its table in every database.
package protocol SchemaRecord: StoredRecord {
  /// The SQL that creates the table in an SQLite file.
  static var sqlite: String { get }
  /// The SQL that creates the table on a PostgreSQL server.
  static var postgres: String { get }
}
