import Foundation

/// Formats times for people.
enum TimeText {
  /// The time of day, with ordinary spaces.
  static var now: String {
    Date.now.formatted(.dateTime.hour().minute().second()).replacing("\u{202F}", with: " ")
  }
}
