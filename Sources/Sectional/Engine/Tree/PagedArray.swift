/// An array in pages, so that changing an element of a copy copies one page.
struct PagedArray<Element: Sendable>: Sendable {
  private static var pageSize: Int { 128 }
  private var pages: [[Element]] = []
  private(set) var count = 0

  /// Makes an array of one element many times.
  init(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  mutating func append(_ element: Element) {
    if count % Self.pageSize == 0 {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(Self.pageSize)
    }
    pages[pages.count - 1].append(element)
    count += 1
  }

  subscript(position: Int) -> Element {
    get { pages[position / Self.pageSize][position % Self.pageSize] }
    _modify { yield &pages[position / Self.pageSize][position % Self.pageSize] }
  }
}
