import Foundation
import Sectional

/// A table that is loaded from a CSV file.
///
/// The first line names the columns, as `name` or `name:type`. The type of a column without one is inferred from all of
/// its fields.
struct SeedTable: Sendable {
  let name: String
  let columns: [(name: String, type: SeedType)]
  /// The names of the columns that identify a row, by default the first column.
  let keyColumns: [String]
  let rows: [[StoredValue]]

  /// Reads a file.
  init(named name: String, from path: String, keyColumns: [String]?) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoreError(.cannotOpen, "\(path) can't be read; name a CSV file")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw StoreError(
        .cannotOpen, "\(path), \(SeedTable.placeOfBadByte(in: data)): not UTF-8; save it as UTF-8")
    }
    try self.init(named: name, text: text, path: path, keyColumns: keyColumns)
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - name: The table's name.
  ///   - text: Comma-separated values.
  ///   - path: Where the text comes from, for errors.
  ///   - keyColumns: The columns that identify a row, by default the first one.
  /// - Throws: `StoreError` with the line of what can't be read.
  init(named name: String, text: String, path: String, keyColumns: [String]?) throws {
    var csv = CSVText(text)
    var records: [(line: Int, fields: [String?])] = []
    do throws(CSVText.Problem) {
      while let record = try csv.next() { records.append(record) }
    } catch {
      throw StoreError(
        .cannotOpen, "\(path), line \(error.line), character \(error.character): \(error.message)")
    }
    guard let header = records.first else {
      throw StoreError(.cannotOpen, "\(path) is empty; its first line names the columns")
    }
    records.removeFirst()
    // Skip a record that is only a line break.
    records.removeAll { $0.fields.count == 1 && $0.fields[0] == nil }
    let columns = try SeedTable.columns(header.fields, records.map(\.fields), path)
    self.name = name
    self.columns = columns
    let known = RowColumns(columns.map(\.name))
    self.keyColumns = try (keyColumns ?? [columns[0].name]).map {
      known.names[try known.resolve($0)]
    }
    let isKey = Set(self.keyColumns)
    rows = try records.map { line, fields in
      guard fields.count == columns.count else {
        throw StoreError(
          .cannotOpen,
          "\(path), line \(line): there are \(fields.count) fields for \(columns.count) columns")
      }
      return try zip(fields, columns).enumerated().map { place, pair in
        let (field, column) = pair
        let position = "\(path), line \(line), field \(place + 1)"
        guard let field else {
          guard !isKey.contains(column.name) else {
            throw StoreError(
              .cannotOpen, "\(position): \(column.name) is the key and has no value")
          }
          return .null
        }
        guard !field.utf8.contains(0) else {
          throw StoreError(.cannotOpen, "\(position): \(column.name) has a zero byte")
        }
        if let cell = column.type.cell(field) { return cell }
        throw StoreError(
          .cannotOpen, "\(position): \(column.name) is not of type \(column.type)")
      }
    }
    try checkKeys(of: records.map(\.line), path)
  }

  /// Checks that no two rows have the same key.
  private func checkKeys(of lines: [Int], _ path: String) throws(StoreError) {
    let places = columns.indices.filter { keyColumns.contains(columns[$0].name) }
    var known: Set<RowKey> = []
    for (line, row) in zip(lines, rows)
    where !known.insert(RowKey(places.map { row[$0] })).inserted {
      throw StoreError(
        .duplicateKey,
        "\(path), line \(line): an earlier line has the same \(keyColumns.joined(separator: ", ")), "
          + "which is the key; name columns whose values differ in every line", part: .keyColumns)
    }
  }

  /// Returns the line and the field of the first byte that isn't UTF-8, in words.
  private static func placeOfBadByte(in data: Data) -> String {
    func isBad(_ bytes: Data) -> Bool { String(validating: bytes, as: UTF8.self) == nil }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: isBad) else { return "at the end" }
    let fields = lines[line].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let field = fields.firstIndex(where: isBad).map { ", field \($0 + 1)" } ?? ""
    return "line \(line + 1)\(field)"
  }

  private static func columns(
    _ header: [String?], _ records: [[String?]], _ path: String
  ) throws(StoreError) -> [(name: String, type: SeedType)] {
    var columns: [(name: String, type: SeedType)] = []
    for (place, field) in header.enumerated() {
      let field = field ?? ""
      let parts = field.split(separator: ":", omittingEmptySubsequences: false)
      let word = parts.count > 1 ? String(parts[parts.count - 1]) : ""
      let type = SeedType(rawValue: word)
      guard type != nil || !SeedType.isMeant(by: word) else {
        let known = SeedType.allCases.map(\.rawValue).joined(separator: ", ")
        throw StoreError(.cannotOpen, "\(path), line 1: unknown type \(word); use \(known)")
      }
      let name = type == nil ? field : parts.dropLast().joined(separator: ":")
      guard !name.isEmpty, !columns.contains(where: { Names.folded($0.name) == Names.folded(name) })
      else {
        throw StoreError(.cannotOpen, "\(path), line 1: column \(place + 1) has no unique name")
      }
      let fields = records.map { $0.indices.contains(place) ? $0[place] : nil }
      columns.append((name, type ?? .inferred(from: fields)))
    }
    return columns
  }
}

extension SeedTable {
  /// Checks that a request is valid for the table, before the table exists.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - section: What the sections are made from.
  ///   - isNative: Whether stores sort the rows themselves.
  /// - Throws: `StoreError` if a column is missing or a store can't sort the rows.
  func check(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?, isNative: Bool
  ) throws(StoreError) {
    let known = RowColumns(columns.map(\.name))
    var places: [Int] = []
    for name in keyColumns { places.append(try known.resolve(name)) }
    let layout = RowLayout(
      columns: known, keyColumns: places, fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: [name]), dependence: .row)
    let query = try RowQuery(try request.rowRequest(sectionBy: section), layout: layout)
    if isNative { try query.checkStoreOrder() }
  }
}
