extension UITableView {
  /// The texts on the screen, section by section; empty ones for the rows that aren't on it.
  package var shown: [[String]] {
    loaded.sections.map { section in
      section.cells.map { ($0.contentConfiguration as? UIListContentConfiguration)?.text ?? "" }
    }
  }

  /// The headers on the screen.
  package var headers: [String?] { loaded.sections.map(\.header) }

  /// Does what a tap on the index does, and returns the section that it leads to.
  package func tapIndex(at index: Int) -> Int? {
    guard let titles = dataSource?.sectionIndexTitles(for: self), titles.indices.contains(index),
      let section = dataSource?.tableView(
        self, sectionForSectionIndexTitle: titles[index], at: index)
    else { return nil }
    if section >= numberOfSections {
      fail("the index leads to section \(section), which is not there")
    }
    return section
  }
}
