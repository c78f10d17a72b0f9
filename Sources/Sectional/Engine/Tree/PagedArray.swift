/// An array made of pages of pages, so that changing an element of a copy copies only three short arrays.
struct PagedArray<Element: Sendable>: Sendable {
  private static var bits: Int { 6 }
  private static var mask: Int { 63 }
  private var books: [[[Element]]] = []
  private(set) var count = 0

  /// Creates an array that repeats an element.
  init(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  mutating func append(_ element: Element) {
    let (book, page, index) = path(of: count)
    if book == books.count { books.append([]) }
    if index == 0 { books[book].append([]) }
    books[book][page].append(element)
    count += 1
  }

  subscript(position: Int) -> Element {
    get {
      let (book, page, index) = path(of: position)
      return books[book][page][index]
    }
    _modify {
      let (book, page, index) = path(of: position)
      yield &books[book][page][index]
    }
  }

  private func path(of position: Int) -> (book: Int, page: Int, index: Int) {
    (
      position >> (2 * Self.bits), position >> Self.bits & Self.mask, position & Self.mask
    )
  }
}
