/// The sections and items that a view is to show, by their identifiers.
///
/// What the real one would stop the program for is told by the view that the snapshot is applied to.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  /// The sections, in order.
  public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
  /// The items to configure again, in the cells that they have.
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
  /// The items to ask for again.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  private(set) var failures: [String] = []
  private var items: [[ItemIdentifierType]] = []

  /// Makes an empty snapshot.
  public init() {}

  /// The number of items.
  public var numberOfItems: Int { itemIdentifiers.count }
  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }
  /// The items, in order.
  public var itemIdentifiers: [ItemIdentifierType] { items.flatMap { $0 } }

  /// Returns the number of items of a section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  /// Returns the items of a section.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    indexOfSection(identifier).map { items[$0] } ?? []
  }

  /// Returns the place of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sectionIdentifiers.firstIndex(of: identifier)
  }

  /// Returns the place of an item among all.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    itemIdentifiers.firstIndex(of: identifier)
  }

  /// Adds sections at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    if let twice = (sectionIdentifiers + identifiers).firstRepeated {
      failures.append("Supplied section identifiers are not unique. Duplicate identifier: \(twice)")
    }
    sectionIdentifiers += identifiers
    items += identifiers.map { _ in [] }
  }

  /// Adds items at the end of a section, by default the last one.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let section =
      sectionIdentifier.map { indexOfSection($0) } ?? sectionIdentifiers.indices.last
    guard let section else {
      failures.append("Invalid parameter not satisfying: section != NSNotFound")
      return
    }
    if let twice = (itemIdentifiers + identifiers).firstRepeated {
      failures.append("Supplied item identifiers are not unique. Duplicate identifier: \(twice)")
    }
    items[section] += identifiers
  }

  /// Takes out items.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = Set(identifiers)
    items = items.map { $0.filter { !gone.contains($0) } }
  }

  /// Takes out everything.
  public mutating func deleteAllItems() {
    sectionIdentifiers = []
    items = []
  }

  /// Has items configured again, in the cells that they have.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    demand(identifiers, "reconfigure")
    reconfiguredItemIdentifiers += identifiers
  }

  /// Has items asked for again.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    demand(identifiers, "reload")
    reloadedItemIdentifiers += identifiers
  }

  private mutating func demand(_ identifiers: [ItemIdentifierType], _ what: String) {
    let known = Set(itemIdentifiers)
    for identifier in identifiers where !known.contains(identifier) {
      failures.append(
        "Attempted to \(what) item identifier that does not exist in the snapshot: \(identifier)")
    }
  }
}
