public import Foundation

extension UITableView {
  /// Says which class the cells with an identifier have.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let type = cellClass as? UITableViewCell.Type else {
      pool.register(identifier, nil)
      return
    }
    pool.register(identifier) {
      // In Objective-C any class can be asked for init(style:reuseIdentifier:), in Swift one that is not known can't.
      type == UITableViewCell.self
        ? UITableViewCell(style: .default, reuseIdentifier: identifier)
        : type.init(coder: NSCoder())
    }
  }

  /// Returns a cell to fill in, of the class that is registered.
  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    if !pool.isAsking {
      fail(
        "a cell with identifier \(identifier) was dequeued without a request from the table view")
    }
    if let cell = pool.dequeue(identifier) { return cell }
    fail(
      "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for "
        + "the identifier or connect a prototype cell in a storyboard")
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// Returns a cell to fill in, or `nil` if none is registered or waits to be used again.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    pool.dequeue(identifier)
  }

  /// What to ask the data source, as it is now.
  func questions() -> Screen<UITableViewCell>.Questions {
    let sections = dataSource?.numberOfSections(in: self) ?? 0
    let counts = (0..<sections).map { dataSource?.tableView(self, numberOfRowsInSection: $0) ?? 0 }
    let shown = placesOnScreen(of: counts)
    return Screen.Questions(
      counts: counts, header: { self.dataSource?.tableView(self, titleForHeaderInSection: $0) },
      cell: { self.cell($0, shown) },
      again: { $1 is CellOffScreen ? $1 : self.ask($0, existing: $1) })
  }

  private func cell(_ place: Place, _ shown: Set<Place>?) -> UITableViewCell {
    guard shown?.contains(place) ?? true else {
      return CellOffScreen(style: .default, reuseIdentifier: nil)
    }
    return ask(place, existing: nil)
  }

  private func ask(_ place: Place, existing: UITableViewCell?) -> UITableViewCell {
    let (answer, dequeued) = pool.ask(existing: existing) {
      dataSource?.tableView(self, cellForRowAt: place.path)
    }
    guard let answer else {
      fail("the data source returned no cell at \(place)")
      return UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    check(answer, dequeued, existing, at: place)
    return answer
  }

  private func check(
    _ answer: UITableViewCell, _ dequeued: [UITableViewCell], _ existing: UITableViewCell?,
    at place: Place
  ) {
    if dequeued.contains(where: { $0 !== answer }) {
      fail("Expected dequeued view to be returned to the table view at \(place)")
    } else if answer.reuseIdentifier == nil {
      fail("the cell at \(place) does not have a reuseIdentifier - cells must be dequeued")
    }
    if let existing, existing !== answer {
      fail("the cell at \(place) was to be configured again and another one was returned")
    }
  }
}
