extension ChangeClassifier {
  /// Returns the changes in the order they are reported: deletes by old position, then the others by new position.
  func changes() -> RowListDiff {
    var changes = RowListDiff()
    (changes.sectionDeletes, changes.sectionInserts) = (sections.deletes, sections.inserts)
    let (before, after) = (ranked(\.old), ranked(\.new))
    let paths = (paths(of: before, in: old), paths(of: after, in: new))
    let gone = before.map(\.entry).filter { entries[$0].new == nil }
    let told = after.map(\.entry).filter { !entries[$0].stays || entries[$0].hasNewContents }
    changes.rows.reserveCapacity(gone.count + told.count)
    for entry in gone { changes.rows.append(change(.delete, entry, paths)) }
    for kind in [ResultsChange.Kind.insert, .move, .update] {
      for entry in told where self.kind(of: entries[entry]) == kind {
        changes.rows.append(change(kind, entry, paths))
      }
    }
    changes.leaving = ranges(of: runs.leaving, in: old) { sections.isDeleted($0) }
    changes.entering = ranges(of: runs.entering, in: new) { sections.isInserted($0) }
    changes.rangesLackKeys =
      !(changes.leaving.isEmpty && changes.entering.isEmpty) && !knowsKeys
    changes.sectionInfoUpdates = sectionsWithOtherInfo()
    return changes
  }

  /// Returns the rows with some base ranks, by section.
  private func ranges(
    of runs: [Range<Int>], in list: PresentedList, isWithSection: (Int) -> Bool
  ) -> [ResultsRowRange] {
    var ranges: [ResultsRowRange] = []
    for run in runs {
      var rest = run
      while !rest.isEmpty {
        let section = list.section(ofBaseRank: rest.lowerBound)
        let part = rest.clamped(to: section.shown)
        let start = section.shown.lowerBound
        ranges.append(
          ResultsRowRange(
            section: section.index, items: part.lowerBound - start..<part.upperBound - start,
            isInInsertedSection: isWithSection(section.index)))
        rest = part.upperBound..<rest.upperBound
      }
    }
    return ranges
  }

  private typealias RankedEntry = (entry: Int, rank: Int)

  /// Returns the entries that are in a list, sorted by their rank in it.
  private func ranked(_ rank: (Entry) -> Int?) -> [RankedEntry] {
    entries.enumerated()
      .compactMap { entry, row in rank(row).map { (entry, $0) } }
      .sorted { $0.rank < $1.rank }
  }

  /// Returns the paths that the entries have in a list.
  private func paths(of ranked: [RankedEntry], in list: PresentedList) -> [ElementPath?] {
    var paths = [ElementPath?](repeating: nil, count: entries.count)
    var walk = SectionWalk(list)
    for (entry, rank) in ranked {
      let section = walk.section(ofBaseRank: rank)
      paths[entry] = ElementPath(section: section.index, item: rank - section.shown.lowerBound)
    }
    return paths
  }

  /// Returns what happened to a row that is in the new list.
  private func kind(of entry: Entry) -> ResultsChange.Kind {
    guard entry.old != nil else { return .insert }
    return entry.stays ? .update : .move
  }

  private func change(
    _ kind: ResultsChange.Kind, _ entry: Int, _ paths: (old: [ElementPath?], new: [ElementPath?])
  ) -> ResultsChange {
    let (from, to) = (paths.old[entry], paths.new[entry])
    return ResultsChange(
      kind: kind, key: entries[entry].key, from: from, to: to,
      isFromDeletedSection: from.map { sections.isDeleted($0.section) } ?? false,
      isToInsertedSection: to.map { sections.isInserted($0.section) } ?? false)
  }
}
