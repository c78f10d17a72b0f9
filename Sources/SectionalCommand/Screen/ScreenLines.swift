import Sectional

/// Which section and row each line of a list is, with a heading above each section.
struct ScreenLines {
  /// What a line shows.
  enum Line: Hashable {
    case heading(section: Int)
    case row(ElementPath)
  }

  /// The first line of each section.
  private let starts: [Int]
  private let hasHeadings: Bool
  let count: Int

  /// - Complexity: O(*s*), where *s* is the number of sections.
  init(_ results: ResultsList<StoredRow>) {
    hasHeadings = !results.ordering.section.isEmpty
    var (starts, count) = ([Int](), 0)
    for section in results.indices {
      starts.append(count)
      count += results[section].count + (hasHeadings ? 1 : 0)
    }
    (self.starts, self.count) = (starts, count)
  }

  /// Returns what a line shows, or `nil` if the list has fewer lines.
  func line(at place: Int) -> Line? {
    guard place >= 0, place < count else { return nil }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    // Sections without rows and headings have no lines, and the last one that begins there has.
    let item = place - starts[low] - (hasHeadings ? 1 : 0)
    return item < 0 ? .heading(section: low) : .row(ElementPath(section: low, item: item))
  }

  /// Returns the line of a row.
  func place(of path: ElementPath) -> Int {
    starts[path.section] + (hasHeadings ? 1 : 0) + path.item
  }

  /// Returns the line of a section's heading, or of its first row if there are no headings.
  func place(ofSection section: Int) -> Int { starts[section] }
}
