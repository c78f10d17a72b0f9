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
  /// - Returns: The type, or `StoredValue` if the cells have none in common.
  static func ofColumn(declared declaredType: String, holding cells: [StoredValue]) -> SwiftType {
    let cells = cells.filter { $0 != .null }
    let declared = declaredTypes(declaredType.uppercased())
    if cells.isEmpty { return declared.first ?? .any }
    return (declared + undeclaredTypes).first { cells.allSatisfy($0.fits) } ?? .any
  }

  /// The types of columns without a declared one.
  private static let undeclaredTypes: [SwiftType] = [.int64, .double, .string, .data]

  /// The types that a declared type can mean, the likeliest first.
  ///
  /// Apart from the names that programs commonly use, it follows "Determination Of Column Affinity" in SQLite's documentation.
  private static func declaredTypes(_ type: String) -> [SwiftType] {
    func says(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if says("UUID", "GUID") { return [.uuid, .lowercaseUUID, .binaryUUID, .string] }
    if says("BOOL") { return [.bool] }
    if says("DATE", "TIMESTAMP") { return [.sqliteDate, .textDate] + numberedDates }
    if says("INT") { return [.int64] }
    if says("CHAR", "CLOB", "TEXT", "JSON") { return [.string] }
    if says("BLOB") { return [.data] }
    return type.isEmpty ? [] : [.double]
  }
}
