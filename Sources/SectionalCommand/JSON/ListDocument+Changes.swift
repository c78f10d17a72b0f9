import Sectional

extension ListDocument {
  /// Writes the members of a changes object: the full form of the change set.
  func writeChanges(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    to writer: inout JSONWriter
  ) {
    writer.name("type")
    writer.string("changes")
    writer.name("sequence")
    writer.integer(sequence)
    writer.name("version")
    writer.string(version)
    writeCounting(of: changeset.after, to: &writer)
    // A list without a display shows rows in another section only if a day ended, and knows few of their keys.
    guard !changeset.isReset, changeset.shownRows.isEmpty else {
      writer.name("reset")
      writer.bool(true)
      return writeSections(of: changeset.after, to: &writer)
    }
    writer.name("sectionDeletes")
    writer.array(changeset.sectionDeletes) { $0.integer($1) }
    writer.name("sectionInserts")
    writer.array(changeset.sectionInserts) { writer, index in
      writeSection(index, of: changeset.after, to: &writer)
    }
    if !changeset.sectionUpdates.isEmpty {
      writer.name("sectionUpdates")
      writer.array(changeset.sectionUpdates) { writer, index in
        writeSection(index, of: changeset.after, to: &writer)
      }
    }
    if !aggregates.isEmpty {
      writer.name("sectionInfoUpdates")
      writer.array(changeset.sectionInfoUpdates) { writer, index in
        writeInfo(ofSection: index, of: changeset.after, to: &writer)
      }
    }
    writer.name("changes")
    writer.array(changeset.rowChanges) { write($1, of: changeset, to: &$0) }
    guard isWindowed else { return }
    writer.name("appended")
    writer.array(changeset.appendedRows) { writer, rows in
      writer.object { writer in
        writer.name("section")
        writer.integer(rows.section)
        writer.name("item")
        writer.integer(rows.items.lowerBound)
        writer.name("count")
        writer.integer(rows.items.count)
      }
    }
  }

  private func writeInfo(
    ofSection index: Int, of results: ResultsList<StoredRow>, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("index")
      writer.integer(index)
      writer.name("count")
      writer.integer(results[index].totalCount)
      aggregates.write(of: results[index], to: &writer)
    }
  }

  private func writeSection(
    _ index: Int, of results: ResultsList<StoredRow>, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("index")
      writer.integer(index)
      writeHead(
        of: results[index], by: results.ordering.section.first?.column, results.columns,
        to: &writer)
      aggregates.write(of: results[index], to: &writer)
    }
  }

  private func write(
    _ change: ResultsChange, of changeset: ResultsChangeset<StoredRow>, to writer: inout JSONWriter
  ) {
    let results = change.kind == .delete ? changeset.before : changeset.after
    let row = results.row(forKey: change.key)
    guard row != nil || isWindowed else { return }
    writer.object { writer in
      writer.name("change")
      writer.string(change.kind.word)
      writer.name("id")
      writer.id(
        of: change.key, keyColumns: results.ordering.keyColumns, results.columns)
      if let from = change.from {
        writer.name("from")
        writer.path(from)
      }
      if let to = change.to {
        writer.name("to")
        writer.path(to)
      }
      if showsRows, let row {
        writer.name("row")
        writer.row(row)
      }
    }
  }
}

extension ResultsChange.Kind {
  /// The kind's name in JSON.
  fileprivate var word: String {
    switch self {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    }
  }
}
