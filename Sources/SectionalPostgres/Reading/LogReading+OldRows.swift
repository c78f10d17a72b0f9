import Sectional
import SectionalSQL

extension LogReading {
  /// Returns what rows were at a version, as far as the change log keeps their values.
  ///
  /// - Parameters:
  ///   - keys: The keys that the log names since the version, with their texts.
  ///   - question: How it is found out; `nil` if the log keeps no values.
  ///   - earlier: The version.
  ///   - before: The newest entry at that version.
  ///   - connection: The transaction's connection.
  /// - Returns: The rows of which it is certain.
  /// - Throws: `StoreError` if the server can't answer.
  static func oldRows(
    of keys: [RowKey: [[String]]], _ question: OldRowQuestion?,
    since earlier: PostgresStoreVersion, _ before: ChangeLogPlace,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [RowKey: OldRow] {
    guard let question else { return [:] }
    if question.isPartitioned { try await RowReading.planForArguments(on: connection) }
    var sums = OldRowSums()
    try await connection.run([
      question.rows(since: earlier, before, of: keys.values.flatMap(\.self))
    ]) {
      question.take($1, into: &sums)
    }
    if question.isPartitioned {
      try await RowReading.checkPartitions(of: [question.root], on: connection)
    }
    return sums.oldRows(of: keys.keys)
  }
}
