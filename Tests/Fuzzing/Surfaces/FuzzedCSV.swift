import Sectional
import SectionalTesting

@testable import SectionalCommand

/// CSV files, from which the command loads tables.
enum FuzzedCSV {
  static func take(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let records = try? records(of: text) {
      // What was read can be written and read again; only an empty text has no records.
      let written = records.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
      guard try self.records(of: written) == records else {
        throw LawViolation(.consistent, "\(written) is read as other records")
      }
    }
    do {
      let table = try SeedTable(named: "seed", text: text, path: "seed.csv", keyColumns: nil)
      guard table.rows.allSatisfy({ $0.count == table.columns.count }) else {
        throw LawViolation(.consistent, "a row doesn't have a cell for each column")
      }
    } catch let error as StoreError {
      guard !error.message.isEmpty else { throw LawViolation(.consistent, "no message") }
    }
  }

  private static func records(of text: String) throws -> [[String?]] {
    var csv = CSVText(text)
    var records: [[String?]] = []
    while let record = try csv.next() { records.append(record.fields) }
    return records
  }

  private static func quoted(_ field: String?) -> String {
    guard let field else { return "" }
    // A quotation mark with a combining mark behind it is one character.
    let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
  }
}
