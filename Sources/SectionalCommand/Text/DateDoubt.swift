import Sectional

/// Doubts that a column's numbers count what the sections take them for, if most dates are far away.
struct DateDoubt {
  /// Dates that people have in databases.
  private static let likelyYears = 1900...2100

  /// What to say, or `nil` if there is no doubt.
  let message: String?

  init(_ results: ResultsList<StoredRow>, sectionBy section: SectionArgument?) {
    guard let section, let calendar = section.calendar,
      let cell = DateDoubt.farSections(of: results, by: section).lazy
        .compactMap({ DateDoubt.cells(of: $0, in: results, section.column).first }).first,
      // Texts and a server's own dates say which day they are.
      cell.doubleValue != nil
    else {
      message = nil
      return
    }
    let likely = DateDoubt.likelyNumber(cell).map { number in
      let text = "\(calendar.form)(\(section.column),\(number.shortName))"
      return "; try \(ShellWord.line([CommandOption.section.name, text]))"
    }
    message =
      "most dates in \(section.column) fall before 1900 or after 2100, so its numbers may count another unit "
      + "or from another year\(likely ?? "")"
  }

  /// Returns the sections whose dates are far away, if most rows with a date are in such sections.
  private static func farSections(
    of results: ResultsList<StoredRow>, by argument: SectionArgument
  ) -> [Int] {
    let isRelative = argument.calendar?.form == SectionArgument.relative
    var (rows, dates) = (0, 0)
    var far: [Int] = []
    for (index, section) in results.enumerated() where section.key != .null {
      // The names of relative days don't say which year they are of.
      let isFar =
        isRelative
        ? areFar(cells(of: index, in: results, argument.column), by: argument)
        : isFar(section.name)
      guard let isFar else { continue }
      dates += section.count
      guard isFar else { continue }
      rows += section.count
      far.append(index)
    }
    return rows * 2 > dates ? far : []
  }

  /// Returns what the first, the middle and the last row of a section have in a column, as far as these rows are in memory.
  private static func cells(
    of section: Int, in results: ResultsList<StoredRow>, _ column: String
  ) -> [StoredValue] {
    let count = results[section].count
    return Set([0, count / 2, count - 1]).sorted().filter { $0 >= 0 && $0 < count }.compactMap {
      results.row(ifLoaded: ElementPath(section: section, item: $0).indexPath)?[column]
    }
  }

  /// Returns whether all of some numbers stand for unlikely dates; `nil` if there are none.
  private static func areFar(_ cells: [StoredValue], by argument: SectionArgument) -> Bool? {
    let numbers = cells.compactMap(\.doubleValue)
    guard let number = argument.calendar?.number, !numbers.isEmpty else { return nil }
    return numbers.allSatisfy { cell in
      let seconds =
        cell / Double(number.unit.countInSecond) + Double(number.epoch.secondsSince1970)
      // From 1900 to 2100.
      return !(-2_208_988_800.0..<4_133_980_800).contains(seconds)
    }
  }

  /// Returns whether a section's name begins with a year that is unlikely.
  private static func isFar(_ name: String) -> Bool {
    // Years before 0 and after 9999 have a sign in ISO 8601.
    let isSigned = name.hasPrefix("-") || name.hasPrefix("+")
    let digits = name.dropFirst(isSigned ? 1 : 0).prefix { $0.isASCII && $0.isNumber }
    guard let year = Int(digits), digits.count >= 4 else { return false }
    return isSigned || !likelyYears.contains(year)
  }

  /// Returns the count that makes a likely date of a number.
  private static func likelyNumber(_ cell: StoredValue) -> DateNumber? {
    guard let number = cell.doubleValue else { return nil }
    for unit in DateNumber.Unit.allCases {
      for epoch in [DateNumber.Epoch.year1970, .year2001, .year1601] {
        let seconds = number / Double(unit.countInSecond) + Double(epoch.secondsSince1970)
        // From 1990 to 2040.
        if (631_152_000.0..<2_208_988_800).contains(seconds) {
          return DateNumber(unit, since: epoch)
        }
      }
    }
    return nil
  }
}
