import Foundation
import Sectional

/// A date as a store holds it, taken apart into its form, what a clock shows, and the zone.
struct MomentText {
  /// The separators, and which parts are there.
  private(set) var form: String
  /// How the zone is written.
  private(set) var zoneForm: String
  /// What a calendar and a clock in the zone show, in microseconds since 1970.
  private(set) var clock: Int64
  /// The distance from UTC in minutes; `nil` if the text doesn't say.
  private(set) var offset: Int?

  /// Reads a text: `2024-01-31` or `20240131`, optionally with a time, a fraction and a zone; or a time alone.
  private init?(_ text: String) {
    // Most texts need no closer look.
    let isTime = text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    let hasYear = text.utf8.count >= 8 && text.utf8.prefix(4).allSatisfy { 0x30...0x39 ~= $0 }
    guard isTime || hasYear else { return nil }
    guard let parts = MomentParts(isTime ? "1970-01-01T\(text)" : text),
      let date = Date(
        cell: .text("\(parts.day.year)-\(parts.day.month)-\(parts.day.day)"), as: .iso8601)
    else { return nil }
    let seconds = parts.hour * 3600 + parts.minute * 60 + (parts.second ?? 0)
    let digits = parts.fraction.dropFirst()
    let fraction = Int64((digits + "000000").prefix(6)) ?? 0
    clock = (Int64(date.timeIntervalSince1970) + seconds) * 1_000_000 + fraction
    let zone = parts.zone
    offset = zone.map(MomentText.minutes)
    let day = isTime ? "" : "\(parts.hasHyphens ? "-" : "")\(parts.separator)"
    let comma = parts.fraction.first == "," ? "," : ""
    form =
      "\(day)\(parts.hasColons ? ":" : "")\(parts.second == nil ? "" : "s")\(comma)\(digits.count)"
    let blank = parts.hasBlankBeforeZone ? " " : ""
    zoneForm = "\(blank)\(zone.map { $0.uppercased() == "Z" ? "Z" : "\($0.count)" } ?? "")"
  }

  private init(form: String, zoneForm: String, clock: Int64, offset: Int?) {
    (self.form, self.zoneForm, self.clock, self.offset) = (form, zoneForm, clock, offset)
  }

  private static func minutes(_ zone: Substring) -> Int {
    guard zone.uppercased() != "Z" else { return 0 }
    let digits = zone.dropFirst().filter(\.isWholeNumber)
    let minutes = (Int(digits.prefix(2)) ?? 0) * 60 + (Int(digits.dropFirst(2)) ?? 0)
    return zone.first == "-" ? -minutes : minutes
  }

  /// The moment in UTC, in microseconds; without a zone, the clock is taken as one in UTC.
  var instant: Int64 { clock - Int64(offset ?? 0) * 60_000_000 }

  // A rule passes what it has removed on to the next one as a text that no store can have.
  private static let mark = UUID().uuidString

  /// Reads a cell, also one that another rule has changed.
  init?(_ value: StoredValue) {
    guard case .text(let text) = value else { return nil }
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 5, parts[0] == MomentText.mark, let clock = Int64(parts[3]) {
      self.init(form: parts[1], zoneForm: parts[2], clock: clock, offset: Int(parts[4]))
    } else {
      self.init(text)
    }
  }

  fileprivate var cell: StoredValue {
    .text("\(MomentText.mark)|\(form)|\(zoneForm)|\(clock)|\(offset.map(String.init) ?? "")")
  }

  /// Returns the moment without its form; if it shows the same clock as another one, it also has the same zone, because a
  /// text without a zone often means UTC.
  fileprivate func withoutForm(beside other: MomentText) -> MomentText {
    var moment = self
    (moment.form, moment.zoneForm) = ("", "")
    if clock == other.clock, offset ?? 0 == other.offset ?? 0 { moment.offset = 0 }
    return moment
  }

  /// Returns the moment with another's clock and zone.
  fileprivate func showing(_ other: MomentText) -> MomentText {
    var moment = other
    moment.form = form
    return moment
  }
}

extension ValuePair {
  /// The pair with dates in the same form, if they are dates, one as text, and are written differently.
  var withoutDateForms: ValuePair {
    if let left = MomentText(first), let right = MomentText(second) {
      // A zone that is missing is more than a form, unless the texts are written differently anyway.
      let isOtherZoneForm =
        left.zoneForm != right.zoneForm && left.offset != nil && right.offset != nil
      guard left.form != right.form || isOtherZoneForm else { return self }
      return ValuePair(
        first: left.withoutForm(beside: right).cell, second: right.withoutForm(beside: left).cell)
    }
    if let moment = MomentText(first), ValuePair.counts(second, moment) { return aligned }
    if let moment = MomentText(second), ValuePair.counts(first, moment) {
      return ValuePair(first: second, second: second)
    }
    return self
  }

  /// Returns whether a number, also as text, is a moment, to the millisecond, as one of the usual counts.
  private static func counts(_ value: StoredValue, _ moment: MomentText) -> Bool {
    let number: Double
    switch value {
    case .integer(let integer):
      // The digits of a day, as in 20240131; columns declared as DATE make a number of such a text.
      if (10_000_101...99_991_231).contains(integer),
        MomentText(.text("\(integer)"))?.instant == moment.instant
      {
        return true
      }
      number = Double(integer)
    case .real(let real): number = real
    case .text(let text):
      guard NumeralText(text) != nil, let real = Double(text) else { return false }
      number = real
    default: return false
    }
    let seconds = [
      number, number / 1000, number / 1_000_000, number + 978_307_200,
      (number - 2_440_587.5) * 86_400,
    ]
    return seconds.contains { abs($0 - Double(moment.instant) / 1_000_000) < 0.001 }
  }

  /// The pair with the same clock, if both are dates whose zones explain that their clocks differ.
  var withoutTimeZones: ValuePair {
    guard let left = MomentText(first), let right = MomentText(second) else { return self }
    let quarter: Int64 = 900_000_000
    let shift = left.instant - right.instant
    // Both are the same moment, or one side says nothing of its zone, or has lost it and is off by a zone's distance.
    let isKnown = left.offset != nil && right.offset != nil
    let isSameMoment = shift == 0 && left.offset != right.offset
    let isSameClock = left.clock == right.clock && left.offset != right.offset
    let isShifted = !isKnown && shift % quarter == 0 && abs(shift) <= 14 * 4 * quarter
    guard isSameMoment || isSameClock || (isShifted && left.offset != right.offset) else {
      return self
    }
    return ValuePair(first: left.cell, second: right.showing(left).cell)
  }
}
