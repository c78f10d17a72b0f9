import Foundation
import Sectional

/// The rows of two lists, matched by their keys.
struct MatchedRows {
  /// The place in the second list of each row of the first; -1 if there is none.
  private(set) var other: [Int32]
  /// The place in the first list of each row of the second; -1 if there is none.
  private(set) var otherOfSecond: [Int32]
  /// The rows of the first list whose keys are held differently in the second.
  private(set) var byMeaning: Set<Int> = []

  /// Matches rows with equal keys, and then those whose keys mean the same.
  init(_ first: ComparedList, _ second: ComparedList) {
    other = Array(repeating: -1, count: first.rows.count)
    otherOfSecond = Array(repeating: -1, count: second.rows.count)
    var places: [RowKey: Int32] = [:]
    places.reserveCapacity(second.rows.count)
    for place in second.rows.indices where places[second.key(place)] == nil {
      places[second.key(place)] = Int32(place)
    }
    for place in first.rows.indices {
      guard let found = places[first.key(place)], otherOfSecond[Int(found)] < 0 else { continue }
      (other[place], otherOfSecond[Int(found)]) = (found, Int32(place))
    }
    matchByMeaning(first, second)
  }

  /// Returns the place in the second list of a row of the first whose key is the same there.
  func sameKey(_ place: Int) -> Int? {
    let found = Int(other[place])
    return found < 0 || byMeaning.contains(place) ? nil : found
  }

  private mutating func matchByMeaning(_ first: ComparedList, _ second: ComparedList) {
    let left = first.rows.indices.filter { other[$0] < 0 && !first.hasRowIDAsKey($0) }
    let right = second.rows.indices.filter { otherOfSecond[$0] < 0 && !second.hasRowIDAsKey($0) }
    guard !left.isEmpty, !right.isEmpty else { return }
    // A meaning that several rows share identifies none of them.
    let places = Dictionary(grouping: right) { MatchedRows.meaning(of: second.key($0)) }
    let groups = Dictionary(grouping: left) { MatchedRows.meaning(of: first.key($0)) }
    for place in left {
      let meaning = MatchedRows.meaning(of: first.key(place))
      guard groups[meaning]?.count == 1, let found = places[meaning], found.count == 1 else {
        continue
      }
      (other[place], otherOfSecond[found[0]]) = (Int32(found[0]), Int32(place))
      byMeaning.insert(place)
    }
  }

  /// What a key means: numbers as text, texts without spaces at the end, and UUIDs and bytes as text.
  private static func meaning(of key: RowKey) -> [[UInt8]] {
    // Texts are compared by their bytes.
    key.values.map { Array(text(of: $0).utf8) }
  }

  private static func text(of value: StoredValue) -> String {
    switch value {
    case .null: return "\u{0}"
    case .integer(let integer): return String(integer)
    case .real(let real): return Int64(exactly: real).map(String.init) ?? String(real)
    case .text(let text): return meaning(of: text)
    case .malformedText(let bytes), .blob(let bytes):
      if bytes.count == 16, let uuid = UUID(cell: .blob(bytes), as: .blob) {
        return uuid.uuidString.lowercased()
      }
      return meaning(of: String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func meaning(of text: String) -> String {
    var scalars = text.unicodeScalars
    // A type of a fixed length pads texts.
    while scalars.last == " " { scalars.removeLast() }
    return UUID(uuidString: String(scalars))?.uuidString.lowercased() ?? String(scalars)
  }
}
