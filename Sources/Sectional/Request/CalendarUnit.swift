/// A calendar unit that sections can be made of.
public enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
  /// A day, such as 2026-11-20.
  case day
  /// An ISO 8601 week, which starts on Monday, such as 2026-W47.
  case week
  /// A month, such as 2026-11.
  case month
  /// A year, such as 2026.
  case year
}
