public import Foundation

extension UICollectionView {
  /// Says which class the cells with an identifier have.
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    guard let type = cellClass as? UICollectionViewCell.Type else {
      pool.register(identifier, nil)
      return
    }
    pool.register(identifier) { type.init(coder: NSCoder()) }
  }

  /// Returns a cell to fill in, of the class that is registered.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    checkRequest()
    if let cell = pool.dequeue(identifier) { return cell }
    fail(
      "could not dequeue a view of kind: UICollectionElementKindCell with identifier \(identifier) "
        + "- must register a nib or a class for the identifier")
    return UICollectionViewCell(frame: .zero)
  }

  /// Returns a cell that a registration has filled in.
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: UICollectionView.CellRegistration<Cell, Item>, for indexPath: IndexPath,
    item: Item?
  ) -> Cell {
    checkRequest()
    if registration.isMadeByRequest {
      fail(
        "Attempted to dequeue a cell using a registration that was created inside "
          + "-collectionView:cellForItemAtIndexPath: or inside a UICollectionViewDiffableDataSource "
          + "cell provider.")
    }
    let identifier = registration.identifier
    // The only initializer that Swift knows every class of cells to have; the real one has Objective-C call init(frame:).
    pool.register(identifier) { Cell(coder: NSCoder()) }
    guard let cell = pool.dequeue(identifier) as? Cell else {
      preconditionFailure("\(Cell.self).init(coder:) makes no cell")
    }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// What to ask the data source, as it is now.
  func questions() -> Screen<UICollectionViewCell>.Questions {
    let sections = dataSource?.numberOfSections(in: self) ?? 0
    return Screen.Questions(
      counts: (0..<sections).map {
        dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? 0
      }, header: { _ in nil }, cell: { self.ask($0, existing: nil) },
      again: { self.ask($0, existing: $1) })
  }

  private func checkRequest() {
    guard !pool.isAsking else { return }
    fail("a cell was dequeued without a request from the collection view")
  }

  private func ask(_ place: Place, existing: UICollectionViewCell?) -> UICollectionViewCell {
    CellRequests.begin()
    defer { CellRequests.end() }
    let (answer, dequeued) = pool.ask(existing: existing) {
      dataSource?.collectionView(self, cellForItemAt: place.path)
    }
    guard let answer else {
      fail("the data source returned no cell at \(place)")
      return UICollectionViewCell(frame: .zero)
    }
    if dequeued.isEmpty {
      fail(
        "the cell returned from -collectionView:cellForItemAtIndexPath: does not have a "
          + "reuseIdentifier - cells must be retrieved by calling "
          + "-dequeueReusableCellWithReuseIdentifier:forIndexPath: \(place)")
    } else if dequeued.contains(where: { $0 !== answer }) {
      fail("Expected dequeued view to be returned to the collection view at \(place)")
    }
    if let existing, existing !== answer {
      fail("the cell at \(place) was to be configured again and another one was returned")
    }
    return answer
  }
}
