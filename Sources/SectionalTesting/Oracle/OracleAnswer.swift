/// Parses the output of the `sqlite3` program: one row per line, its cells in order, each with its type.
struct OracleAnswer {
  /// The prefix of every line that is a row.
  ///
  /// Any other line is an error message.
  static let rowMark = "="

  /// Returns an SQL expression for the type and the exact bytes of another expression.
  ///
  /// The program's own quoting modes end a text at its first NUL byte. `hex` does not.
  static func exact(_ expression: String) -> String {
    """
    CASE typeof(\(expression)) WHEN 'null' THEN 'n' WHEN 'integer' THEN 'i' || \(expression) \
    WHEN 'real' THEN 'r' || quote(\(expression)) WHEN 'text' THEN 't' || hex(\(expression)) \
    ELSE 'b' || hex(\(expression)) END
    """
  }

  private(set) var rows: [[OracleValue]] = []
  /// The lines that aren't rows.
  private(set) var complaints: [String] = []

  init(_ lines: some Sequence<Substring>) {
    for line in lines {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      if let mark = cells.first, mark == OracleAnswer.rowMark {
        rows.append(cells.dropFirst().map(OracleAnswer.value))
      } else {
        complaints.append(String(line))
      }
    }
  }

  private static func value(of cell: Substring) -> OracleValue {
    let content = cell.dropFirst()
    switch cell.first {
    case "i": return Int64(content).map(OracleValue.integer) ?? .null
    case "r": return Double(content).map { .real($0 == 0 ? 0 : $0) } ?? .null
    case "t": return .text(bytes(ofHexadecimal: content))
    case "b": return .blob(bytes(ofHexadecimal: content))
    default: return .null
    }
  }

  private static func bytes(ofHexadecimal digits: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.utf8 {
      let value = digit < 0x41 ? digit &- 0x30 : digit &- 0x37
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
