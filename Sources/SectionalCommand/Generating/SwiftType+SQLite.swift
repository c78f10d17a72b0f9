import Sectional

extension SwiftType {
  /// Returns the type for a column of an SQLite file.
  ///
  /// SQLite's declared types bind nobody, so a type is taken only if the cells that are there fit it; among the types that
  /// fit, the declared one comes first.
  ///
  /// - Parameters:
  ///   - declaredType: The type in the schema's words.
  ///   - cells: Cells of the column.
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
  /// Behind what programs call their types it follows "Determination Of Column Affinity" in SQLite's documentation.
  private static func declaredTypes(_ type: String) -> [SwiftType] {
    func says(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if says("UUID", "GUID") { return [.uuid, .lowercaseUUID, .binaryUUID, .string] }
    if says("BOOL") { return [.bool] }
    if says("DATE", "TIMESTAMP") { return [.textDate] + numberedDates }
    if says("INT") { return [.int64] }
    if says("CHAR", "CLOB", "TEXT", "JSON") { return [.string] }
    if says("BLOB") { return [.data] }
    return type.isEmpty ? [] : [.double]
  }
}
