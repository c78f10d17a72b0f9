import Sectional
import SectionalSQL

/// The source code of a struct for the rows of a table, with its mapping.
struct RecordSource {
  /// A property that a column is mapped to.
  private struct Property {
    let column: TableDescription.Column
    let type: SwiftType
    let name: String

    var typeName: String { column.isNullable ? type.name + "?" : type.name }
    var isKey: Bool { column.keyPosition != nil }

    /// The mapping, as an argument of the table's.
    var mapping: String {
      let storage = type.storage.map { ", as: .\($0)" } ?? ""
      let key = isKey ? ", primaryKey: true" : ""
      return "RecordColumn(\(SwiftName.literal(column.name)), \\.\(SwiftName.escaped(name))"
        + "\(storage)\(key))"
    }
  }

  private let table: TableDescription
  private let typeName: String
  private let properties: [Property]

  /// Creates source code for a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - typeName: The name of the struct; made from the table's if it is `nil`.
  ///   - type: Returns the type of a column's property.
  init(
    _ table: TableDescription, named typeName: String?,
    _ type: (TableDescription.Column) -> SwiftType
  ) {
    self.table = table
    self.typeName = typeName ?? SwiftName.type(table.name.parts(at: ".").last ?? "")
    let columns = table.columns.filter { !$0.isGenerated || $0.keyPosition != nil }
    let names = SwiftName.distinct(columns.map { SwiftName.property($0.name) })
    properties = zip(columns, names).map { column, name in
      Property(column: column, type: type(column), name: name)
    }
  }

  /// The whole file.
  var text: String {
    """
    import Foundation
    import Sectional

    struct \(typeName): \(conformances) {
    \(lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"))
    }

    """
  }

  private var keys: [Property] {
    properties.filter(\.isKey).sorted {
      ($0.column.keyPosition ?? 0) < ($1.column.keyPosition ?? 0)
    }
  }

  private var hasIDProperty: Bool { properties.contains { $0.name == "id" } }

  /// The key's property, if the key has one column.
  private var onlyKey: Property? { keys.count == 1 ? keys.first : nil }

  /// Whether the key's only column can be the identity that SwiftUI asks for.
  private var isIdentifiable: Bool {
    guard let onlyKey else { return false }
    return onlyKey.name == "id" || !hasIDProperty
  }

  private var conformances: String {
    isIdentifiable ? "StoredRecord, Identifiable" : "StoredRecord"
  }

  private var lines: [String] {
    var lines = properties.map { property in
      "var \(SwiftName.escaped(property.name)): \(property.typeName)"
    }
    lines += notes.map { "// \($0)" }
    if isIdentifiable, let onlyKey, onlyKey.name != "id" {
      lines += ["", "var id: \(onlyKey.typeName) { \(SwiftName.escaped(onlyKey.name)) }"]
    }
    lines += ["", "static let table = RecordTable(", "  \(SwiftName.literal(table.name)),"]
    lines += properties.map { "  \($0.mapping)," }
    return lines + ["  row: \(typeName).init)"]
  }

  /// What a reader of the code should know of the table.
  private var notes: [String] {
    var notes = table.columns.filter { $0.isGenerated && $0.keyPosition == nil }.map { column in
      "\(SwiftName.literal(column.name)) is left out: the database computes it, so it can't be written."
    }
    notes += keys.filter(\.column.isGenerated).map { key in
      "\(SwiftName.literal(key.column.name)) is computed by the database: insert rows with SQL, and let records only be read."
    }
    notes += keys.filter(\.column.isNullable).map { key in
      "\(SwiftName.literal(key.column.name)) can be NULL although it is in the primary key; NOT NULL would make it \(key.type.name)."
    }
    notes += properties.filter { $0.type.name == "Double" && $0.column.declaredType == "numeric" }
      .map { property in
        "\(SwiftName.literal(property.column.name)) is numeric: a Double keeps some 16 digits, a String all of them."
      }
    notes += properties.filter {
      $0.type.name == "Date" && $0.column.declaredType.hasPrefix("timestamp ")
    }.map { property in
      "\(SwiftName.literal(property.column.name)) has microseconds; a Date is written with "
        + "milliseconds, a String with all."
    }
    if keys.isEmpty {
      notes.append(
        table.isView
          ? "A view declares no key: add primaryKey: true to the columns that identify a row."
          : "No primary key is declared: add primaryKey: true to the columns that identify a row.")
    }
    return notes
  }
}
