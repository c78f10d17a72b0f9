import Sectional

extension SwiftType {
  /// Returns the type for a column of an SQLite file.
  ///
  /// SQLite doesn't enforce declared types, so a type is chosen only if all given cells fit it; among the types that they
  /// fit, the declared one comes first.
  ///
  /// - Parameters:
  ///   - declaredType: The type in the schema's words.
  ///   - cells: Cells of the column.
  ///   - isKey: Whether the column is in the primary key. A key must be written as it was read, or it would be another row's,
  ///     so it is no `Date`.
  ///   - isCoreData: Whether Core Data made the table, which counts seconds since 2001.
  /// - Returns: The type, or `StoredValue` if the cells have none in common.
  static func ofColumn(
    declared declaredType: String, holding cells: [StoredValue], isKey: Bool = false,
    isCoreData: Bool = false
  ) -> SwiftType {
    let cells = cells.filter { $0 != .null }
    let all = declaredTypes(declaredType.uppercased(), isCoreData)
    let declared = isKey ? all.filter { $0.name != "Date" } : all
    if cells.isEmpty { return declared.first ?? .any }
    return (declared + undeclaredTypes).first { cells.allSatisfy($0.fits) } ?? .any
  }

  /// The types of columns without a declared one.
  private static let undeclaredTypes: [SwiftType] = [.int64, .double, .string, .data]

  /// The types that a declared type can mean, the likeliest first.
  ///
  /// Apart from the names that programs commonly use, it follows "Determination Of Column Affinity" in SQLite's documentation.
  private static func declaredTypes(_ type: String, _ isCoreData: Bool) -> [SwiftType] {
    func says(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if says("UUID", "GUID") { return [.uuid, .lowercaseUUID, .binaryUUID, .string] }
    if says("BOOL") { return [.bool] }
    if says("DATE", "TIMESTAMP") {
      return isCoreData ? [.coreDataDate] : [.sqliteDate, .dayDate, .textDate] + numberedDates
    }
    if says("INT") { return [.int64] }
    if says("CHAR", "CLOB", "TEXT", "JSON") { return [.string] }
    if says("BLOB", "BINARY", "IMAGE") { return [.data] }
    return says("REAL", "FLOA", "DOUB", "NUM", "DEC") ? [.double] : []
  }
}
