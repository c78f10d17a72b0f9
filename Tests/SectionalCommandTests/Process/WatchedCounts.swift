import Foundation
import Testing

/// The sections of a list, as the lines of a `watch --window` tell them.
struct WatchedCounts {
  struct Section: Equatable {
    let name: String
    var count: Int
  }

  private(set) var sections: [Section]
  private(set) var isComplete: Bool
  private(set) var doubt: String?

  init(_ snapshot: [String: Any]) {
    sections = WatchedCounts.sections(of: snapshot)
    isComplete = snapshot["isComplete"] as? Bool ?? false
  }

  private static func sections(of line: [String: Any]) -> [Section] {
    (line["sections"] as? [[String: Any]] ?? []).map {
      Section(name: $0["name"] as? String ?? "", count: $0["count"] as? Int ?? 0)
    }
  }

  /// Follows the changes of a line, whose paths must exist.
  mutating func apply(_ line: [String: Any]) throws {
    isComplete = try #require(line["isComplete"] as? Bool)
    doubt = line["doubt"] as? String
    defer { #expect(sections.reduce(0) { $0 + $1.count } == line["counted"] as? Int) }
    if line["reset"] as? Bool == true {
      sections = WatchedCounts.sections(of: line)
      return
    }
    let changes = try #require(line["changes"] as? [[String: Any]])
    for change in changes {
      guard let from = change["from"] as? [Int], change["change"] as? String != "update" else {
        continue
      }
      try #require(
        sections.indices.contains(from[0]) && from[1] < sections[from[0]].count + changes.count)
      sections[from[0]].count -= 1
    }
    for section in (line["sectionDeletes"] as? [Int] ?? []).sorted(by: >) {
      #expect(sections.remove(at: section).count == 0)
    }
    for insert in line["sectionInserts"] as? [[String: Any]] ?? [] {
      let (index, name) = (insert["index"] as? Int, insert["name"] as? String)
      sections.insert(Section(name: try #require(name), count: 0), at: try #require(index))
    }
    for change in changes {
      guard let to = change["to"] as? [Int], change["change"] as? String != "update" else {
        continue
      }
      sections[to[0]].count += 1
    }
    for range in line["appended"] as? [[String: Any]] ?? [] {
      let section = try #require(range["section"] as? Int)
      #expect(range["item"] as? Int == sections[section].count)
      sections[section].count += try #require(range["count"] as? Int)
    }
  }
}
