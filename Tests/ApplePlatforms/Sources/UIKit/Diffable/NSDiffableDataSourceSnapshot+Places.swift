extension NSDiffableDataSourceSnapshot {
  var counts: [Int] { sectionIdentifiers.map { numberOfItems(inSection: $0) } }

  /// Every item's place; the first one where an identifier stands twice.
  var places: [ItemIdentifierType: Place] {
    var places: [ItemIdentifierType: Place] = [:]
    for (section, identifier) in sectionIdentifiers.enumerated() {
      for (item, name) in itemIdentifiers(inSection: identifier).enumerated()
      where places[name] == nil { places[name] = Place(section, item) }
    }
    return places
  }

  func item(at place: Place) -> ItemIdentifierType? {
    guard sectionIdentifiers.indices.contains(place.section) else { return nil }
    let items = itemIdentifiers(inSection: sectionIdentifiers[place.section])
    return items.indices.contains(place.item) ? items[place.item] : nil
  }

  /// Tells for each place in this snapshot where its item was in the one before, and whether it is to be configured again.
  func origins(
    in before: NSDiffableDataSourceSnapshot
  ) -> (Place) -> (place: Place, again: Bool)? {
    let (old, items) = (before.places, Dictionary(uniqueKeysWithValues: places.map { ($1, $0) }))
    let (again, reloaded) = (Set(reconfiguredItemIdentifiers), Set(reloadedItemIdentifiers))
    return { place in
      guard let item = items[place], !reloaded.contains(item), let source = old[item]
      else { return nil }
      return (source, again.contains(item))
    }
  }
}
