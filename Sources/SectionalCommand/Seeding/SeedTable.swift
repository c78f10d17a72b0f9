import Foundation
import Sectional

/// A table that is loaded from a file of comma-separated values.
///
/// The first line names the columns, `name` or `name:type`; a column without a type gets the one that all its fields
/// have.
struct SeedTable: Sendable {
  let name: String
  let columns: [(name: String, type: SeedType)]
  /// The names of the columns that identify a row: the first one unless others are asked for.
  let keyColumns: [String]
  let rows: [[Value]]

  /// Reads a file.
  init(named name: String, from path: String, keyColumns: [String]?) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreError(.cannotOpen, "there is no file \(path) that can be read; name a CSV file")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw StoreError(.cannotOpen, "\(path) is not UTF-8; save it as that")
    }
    var csv = CSVText(text)
    var records: [(line: Int, fields: [String?])] = []
    do throws(CSVText.Problem) {
      while let record = try csv.next() { records.append(record) }
    } catch {
      throw StoreError(.cannotOpen, "\(path), line \(error.line): \(error.message)")
    }
    guard let header = records.first else {
      throw StoreError(.cannotOpen, "\(path) is empty; its first line names the columns")
    }
    records.removeFirst()
    // One that is nothing but a line's end.
    records.removeAll { $0.fields.count == 1 && $0.fields[0] == nil && header.fields.count > 1 }
    let columns = try SeedTable.columns(header.fields, records.map(\.fields), path)
    self.name = name
    self.columns = columns
    self.keyColumns = keyColumns ?? [columns[0].name]
    rows = try records.map { line, fields in
      guard fields.count == columns.count else {
        throw StoreError(
          .cannotOpen,
          "\(path), line \(line): there are \(fields.count) fields for \(columns.count) columns")
      }
      return try zip(fields, columns).map { field, column in
        guard let field else { return .null }
        if let cell = column.type.cell(field) { return cell }
        throw StoreError(
          .cannotOpen, "\(path), line \(line): the field of \(column.name) is no \(column.type)")
      }
    }
  }

  private static func columns(
    _ header: [String?], _ records: [[String?]], _ path: String
  ) throws(StoreError) -> [(name: String, type: SeedType)] {
    var columns: [(name: String, type: SeedType)] = []
    for (place, field) in header.enumerated() {
      let field = field ?? ""
      let parts = field.split(separator: ":", omittingEmptySubsequences: false)
      let type = parts.count > 1 ? SeedType(rawValue: String(parts[parts.count - 1])) : nil
      let name = type == nil ? field : parts.dropLast().joined(separator: ":")
      guard !name.isEmpty, !columns.contains(where: { $0.name == name }) else {
        throw StoreError(.cannotOpen, "\(path), line 1: column \(place + 1) has no name of its own")
      }
      let fields = records.map { $0.indices.contains(place) ? $0[place] : nil }
      columns.append((name, type ?? .inferred(from: fields)))
    }
    return columns
  }
}
