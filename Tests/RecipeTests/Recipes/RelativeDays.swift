import Foundation
import Sectional

/// A conversation, grouped by the days of its messages.
@MainActor
final class Chat {
  let controller: ResultsController<Message>

  init(store: some ResultsStore, clock: any WallClock = SystemWallClock()) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Message>(sortBy: [SortKey(\.sentAt, nulls: .last)]),
      store: store, sectionBy: .relativeDay(of: \.sentAt, clock: clock).named(nil: "Drafts"),
      indexTitle: .none)
  }

  func load() async throws { try await controller.performFetch() }

  var days: [String] { controller.sections.map(\.name) }
}

/// The name of a day in a language: the application translates five words, and Foundation knows the weekdays and months.
@Sendable
func localizedName(of day: RelativeDay, in locale: Locale = .current) -> String {
  var calendar = Calendar(identifier: .gregorian)
  calendar.locale = locale
  switch day {
  case .later: return NSLocalizedString("Later", comment: "")
  case .tomorrow: return NSLocalizedString("Tomorrow", comment: "")
  case .today: return NSLocalizedString("Today", comment: "")
  case .yesterday: return NSLocalizedString("Yesterday", comment: "")
  case .earlier: return NSLocalizedString("Earlier", comment: "")
  case .weekday(let number): return calendar.standaloneWeekdaySymbols[number - 1]
  case .month(let year, let month):
    let first = DateComponents(calendar: calendar, timeZone: .gmt, year: year, month: month)
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
    return first.date?.formatted(style.month(.wide).year()) ?? day.englishName
  }
}

/// Today, Yesterday and the weekdays in the user's language, the newest first, and one section for everything before.
func recentDays(
  by clock: any WallClock = SystemWallClock(timeZone: TimeZone(identifier: "Europe/Stockholm"))
) -> SectionKey<Message> {
  .relativeDay(
    of: \.sentAt, clock: clock, earlier: .together, name: { localizedName(of: $0) }
  ).ordered(.reverse)
}
