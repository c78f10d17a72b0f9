import Foundation
import Sectional

/// A table view that is told of rows one by one, by the recipe Apple documents for `NSFetchedResultsController`:
/// everything between `beginUpdates` and `endUpdates` is one batch.
///
/// Deletes, reloads and the old places of moves count in the table before, inserts and the new places of moves in the
/// table after. Rows that come or go with their section may be named, and are not needed.
struct TableRecipe {
  private(set) var sections: [[Item]]
  private var deletedSections: Set<Int> = []
  private var insertedSections: Set<Int> = []
  private var deletes: Set<IndexPath> = []
  private var inserts: Set<IndexPath> = []
  private var moves: [IndexPath: IndexPath] = [:]
  private var reloads: Set<IndexPath> = []

  /// What a table view stops the program for.
  struct Crash: Error { let reason: String }

  init(_ sections: [[Item]]) { self.sections = sections }

  mutating func section(_ index: Int, _ type: ResultsChange.Kind) throws {
    let isNew =
      type == .delete
      ? deletedSections.insert(index).inserted : insertedSections.insert(index).inserted
    try demand(isNew, "section \(index) is told twice")
  }

  mutating func row(
    _ path: IndexPath?, _ type: ResultsChange.Kind, _ newPath: IndexPath?
  ) throws {
    switch (type, path, newPath) {
    case (.delete, let path?, nil):
      try demand(deletes.insert(path).inserted, "\(path) is deleted twice")
    case (.insert, nil, let path?):
      try demand(inserts.insert(path).inserted, "\(path) is inserted twice")
    case (.move, let path?, let newPath?):
      try demand(moves.updateValue(newPath, forKey: path) == nil, "\(path) moves twice")
    case (.update, let path?, _?):
      try demand(reloads.insert(path).inserted, "\(path) is reloaded twice")
    default: throw Crash(reason: "\(type) has the wrong paths")
    }
  }

  /// Performs the batch over what the list holds after it; a moved row is configured again.
  mutating func end(asking source: [[Item]]) throws {
    let touched = deletes.union(moves.keys).union(reloads)
    try demand(
      touched.count == deletes.count + moves.count + reloads.count, "one row is told two things")
    try demand(
      Set(moves.values).union(inserts).count == moves.count + inserts.count, "two rows, one place")
    for (from, to) in moves {
      try demand(!deletedSections.contains(from.section), "a move out of a deleted section")
      try demand(!insertedSections.contains(to.section), "a move into an inserted section")
    }
    for path in touched {
      try demand(
        sections.indices.contains(path.section)
          && sections[path.section].indices.contains(path.item),
        "there is no row \(path)")
    }
    for path in reloads {
      try demand(!deletedSections.contains(path.section), "a reload in a deleted section")
    }
    sections = try rebuilt(source)
    self = TableRecipe(sections)
  }

  private func rebuilt(_ source: [[Item]]) throws -> [[Item]] {
    // A reloaded row asks for the place it ends in, which follows from the rest of the batch.
    var kept = sections.indices.filter { !deletedSections.contains($0) }.makeIterator()
    let places = Set(inserts).union(moves.values)
    return try source.indices.map { index in
      guard !insertedSections.contains(index) else { return source[index] }
      guard let old = kept.next() else {
        throw Crash(reason: "section \(index) comes from nowhere")
      }
      var staying = sections[old].indices.lazy
        .map { IndexPath(item: $0, section: old) }
        .filter { !deletes.contains($0) && moves[$0] == nil }
        .makeIterator()
      var rows: [Item] = []
      while true {
        let place = IndexPath(item: rows.count, section: index)
        if places.contains(place) {
          try demand(source[index].indices.contains(place.item), "there is no row for \(place)")
          rows.append(source[index][place.item])
        } else if let path = staying.next() {
          let isReloaded = reloads.contains(path) && source[index].indices.contains(place.item)
          rows.append(isReloaded ? source[index][place.item] : sections[old][path.item])
        } else {
          return rows
        }
      }
    }
  }

  private func demand(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
    guard holds else { throw Crash(reason: reason()) }
  }
}
