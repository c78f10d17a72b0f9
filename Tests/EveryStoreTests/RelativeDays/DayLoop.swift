import Foundation
import SectionalTesting
import Testing

/// Visits by relative day, grouped by a loop that shares nothing with the library.
struct DayLoop {
  struct Visit {
    /// Seconds since 1970.
    var at: Int64?
    var name: String
  }

  private static let hours: [Int64] = [0, 9, -8]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
  ]

  var visits: [Int64: Visit] = [:]
  let isDescending: Bool
  /// Whether rows are sorted by their names, so that the day decides in which section of the list a row is.
  let isByName: Bool
  /// Whether earlier days are grouped by month.
  let areMonthsApart: Bool
  /// Noon of 2026-11-20 in UTC, and later.
  private var seconds: Int64 = 1_795_176_000
  private var place = 0

  init(isDescending: Bool, isByName: Bool, areMonthsApart: Bool) {
    (self.isDescending, self.isByName) = (isDescending, isByName)
    self.areMonthsApart = areMonthsApart
  }

  var now: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// Returns a time zone without other clocks in summer.
  static func zone(_ place: Int) throws -> TimeZone {
    // The signs of these names are the other way round.
    try #require(TimeZone(identifier: ["Etc/GMT", "Etc/GMT-9", "Etc/GMT+8"][place]))
  }

  /// Sets the clock, mostly forward.
  mutating func turn(_ generator: inout SeededGenerator) -> Date {
    let hours = [1, 6, 24, 24, 48, 24 * 7, 24 * 30, -24, -24 * 3]
    seconds += Int64(hours[generator.below(hours.count)]) * 3600
    return now
  }

  mutating func changeZone(_ generator: inout SeededGenerator) throws -> TimeZone {
    place = generator.below(DayLoop.hours.count)
    return try DayLoop.zone(place)
  }

  /// Returns a visit on one of the days around today.
  func visit(_ generator: inout SeededGenerator) -> Visit {
    let days = generator.happens(onceIn: 4) ? generator.below(80) - 70 : generator.below(13) - 9
    let at = seconds + Int64(days) * 86_400 + Int64(generator.below(12)) * 3600
    return Visit(
      at: generator.happens(onceIn: 9) ? nil : at, name: "n\(generator.below(3))")
  }

  /// The keys of all sections.
  var keys: Set<Int64> {
    Set(visits.values.compactMap { $0.at.map { section(of: day(of: $0)).key } })
  }

  /// Returns the sections of some of the visits, chosen among all in the list's order.
  func picture(_ part: ([(id: Int64, visit: Visit)]) -> [(id: Int64, visit: Visit)])
    -> ListPicture
  {
    let sorted = visits.map { (id: $0.key, visit: $0.value) }.sorted { one, other in
      let (left, right) = (place(of: one.visit), place(of: other.visit))
      if left != right { return (left < right) != isDescending }
      if isByName, one.visit.name != other.visit.name { return one.visit.name < other.visit.name }
      return one.id < other.id
    }
    var sections: [ListPicture.Section] = []
    for (id, visit) in part(sorted) {
      let own = visit.at.map { section(of: day(of: $0)) }
      let key: OracleValue = own.map { .integer($0.key) } ?? .null
      if sections.last?.key != key {
        sections.append(.init(key: key, name: own?.name ?? "never", rows: []))
      }
      sections[sections.count - 1].rows.append(.init(id: [.integer(id)], cells: []))
    }
    return ListPicture(sections)
  }

  /// Returns what a visit is ordered by first: its section, or its moment.
  private func place(of visit: Visit) -> Int64 {
    guard let at = visit.at else { return .min }
    return isByName ? section(of: day(of: at)).key : at
  }

  /// Returns the number of a moment's day.
  private func day(of moment: Int64) -> Int64 {
    let local = moment + DayLoop.hours[place] * 3600
    return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
  }

  private func section(of day: Int64) -> (key: Int64, name: String) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let (year, month) = (Int64(parts.year ?? 0), Int64(parts.month ?? 1))
    let key = (year * 100 + month) * 100 + Int64(parts.day ?? 0)
    switch day - self.day(of: seconds) {
    case 2...: return (1_000_000_000_000, "Later")
    case 1: return (key, "Tomorrow")
    case 0: return (key, "Today")
    case -1: return (key, "Yesterday")
    case -6 ... -2: return (key, DayLoop.weekdays[Int(day % 7)])
    default:
      return areMonthsApart
        ? ((year * 100 + month) * 100, "\(DayLoop.months[Int(month) - 1]) \(year)")
        : (-1_000_000_000_000, "Earlier")
    }
  }
}
