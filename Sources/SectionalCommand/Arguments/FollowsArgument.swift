import Sectional

/// What `--follows` says of a table: `customer:customer_id`, or `message(conversation):id`.
enum FollowsArgument {
  /// Returns the table that an argument names.
  ///
  /// Names with colons or parentheses are typed as an array of JSON strings: `["a:b","id"]` or `["a:b","own","id"]`.
  static func table(_ argument: String) throws -> FollowedTable {
    if argument.hasPrefix("["), let names = names(argument) { return table(names) }
    let parts = argument.parts(at: ":")
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw problem }
    guard parts[0].unicodeScalars.last == ")" else {
      guard !parts[0].unicodeScalars.contains("(") else { throw problem }
      return table(parts)
    }
    let own = String(parts[0].unicodeScalars.dropLast()).parts(at: "(")
    guard own.count == 2, !own[0].isEmpty, !own[1].isEmpty else { throw problem }
    return table(own + [parts[1]])
  }

  private static func names(_ argument: String) -> [String]? {
    guard let values = JSONReader.values(argument), (2...3).contains(values.count) else {
      return nil
    }
    let names = values.compactMap { if case .text(let name) = $0 { name } else { nil } }
    return names.count == values.count ? names : nil
  }

  private static func table(_ names: [String]) -> FollowedTable {
    names.count == 2
      ? FollowedTable(names[0], in: names[1])
      : FollowedTable(names[0], by: names[1], in: names[2])
  }

  private static var problem: UsageError {
    UsageError(
      "--follows needs a table and a column of the list: --follows customer:customer_id, or "
        + "--follows 'message(conversation):id' for a column of the table")
  }
}
