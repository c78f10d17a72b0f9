import UIKit

/// The data source of a collection of texts that keeps the rules, or breaks one of them.
@MainActor
final class RuleCollection: NSObject, UICollectionViewDataSource {
  enum Fault {
    case none
    case registersNothing
    case registersWhenAsked
    case returnsAnotherCell
    case returnsItsOwnCell
    /// No fault, but another way.
    case registersClass
  }

  typealias Registration = UICollectionView.CellRegistration<UICollectionViewListCell, String>

  let view = UICollectionView(
    frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout())
  private(set) var sections: [[String]]
  private let fault: Fault
  private let registration = RuleCollection.makeRegistration()

  init(_ sections: [[String]], fault: Fault = .none) {
    self.sections = sections
    self.fault = fault
    super.init()
    view.dataSource = self
    if fault == .registersClass {
      view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "text")
    }
  }

  /// Does what a batch says that leads to some sections.
  func perform(to after: [[String]], _ batch: @escaping (UICollectionView) -> Void) {
    view.performBatchUpdates { [self] in
      sections = after
      batch(view)
    }
  }

  /// Changes the sections first, as a list does, and then does what a batch says.
  func change(to after: [[String]], _ batch: @escaping (UICollectionView) -> Void) {
    sections = after
    view.performBatchUpdates { [view] in batch(view) }
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let text = sections[indexPath[0]][indexPath[1]]
    let own = UICollectionViewListCell(frame: .zero)
    switch fault {
    case .returnsItsOwnCell: return own
    case .registersNothing, .registersClass:
      let cell = view.dequeueReusableCell(withReuseIdentifier: "text", for: indexPath)
      var content = UIListContentConfiguration.cell()
      content.text = text
      cell.contentConfiguration = content
      return cell
    case .registersWhenAsked:
      return view.dequeueConfiguredReusableCell(
        using: RuleCollection.makeRegistration(), for: indexPath, item: text)
    case .none, .returnsAnotherCell:
      let cell = view.dequeueConfiguredReusableCell(
        using: registration, for: indexPath, item: text)
      return fault == .none ? cell : own
    }
  }

  private static func makeRegistration() -> Registration {
    Registration { cell, _, text in
      var content = cell.defaultContentConfiguration()
      content.text = text
      cell.contentConfiguration = content
    }
  }
}
