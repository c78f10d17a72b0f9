import Sectional

/// Writes results as the JSON objects of `list` and `watch`.
struct ListDocument {
  /// Whether each id comes with its row.
  let showsRows: Bool
  /// Whether there is a query alongside.
  let hasRowsAlongside: Bool
  /// Whether only some rows are held, so that each is written with its index.
  var isWindowed = false
  /// What is written of each section besides its rows.
  var aggregates: [AggregateArgument] = []
  /// The keys of each section's rows, if they were read already.
  var keys: [[RowKey]]?

  /// Writes the members of a snapshot object.
  func writeSnapshot(
    of results: ResultsList<StoredRow>, version: String?, to writer: inout JSONWriter
  ) {
    writer.name("type")
    writer.string("snapshot")
    writer.name("sequence")
    writer.integer(0)
    writer.name("version")
    writer.string(version)
    writeCounting(of: results, to: &writer)
    writeSections(of: results, to: &writer)
  }

  /// Writes all sections with their rows.
  func writeSections(of results: ResultsList<StoredRow>, to writer: inout JSONWriter) {
    writer.name("sections")
    writer.array(results.enumerated()) { writer, element in
      write(element.element, at: element.offset, of: results, to: &writer)
    }
  }

  /// Writes how far the rows are counted, if that isn't known from the beginning.
  func writeCounting(of results: ResultsList<StoredRow>, to writer: inout JSONWriter) {
    guard let counting = results.counting else { return }
    writer.name("counted")
    writer.integer(counting.counted)
    writer.name("estimated")
    if let estimated = counting.estimated { writer.integer(estimated) } else { writer.null() }
    writer.name("isComplete")
    writer.bool(counting.isComplete)
    writer.name("doubt")
    writer.string(counting.doubt)
  }

  private func write(
    _ section: ResultsSectionInfo<StoredRow>, at index: Int, of results: ResultsList<StoredRow>,
    to writer: inout JSONWriter
  ) {
    let keyColumns = results.ordering.keyColumns
    writer.object { writer in
      writeHead(
        of: section, by: results.ordering.section.first?.column, results.columns, to: &writer)
      writer.name("count")
      writer.integer(section.count)
      aggregates.write(of: section, to: &writer)
      guard !isWindowed else { return writeHeldRows(of: section, results, to: &writer) }
      writer.name("ids")
      guard showsRows else {
        return writer.array(keys?[index] ?? section.rows.keys) {
          $0.id(of: $1, keyColumns: keyColumns, results.columns)
        }
      }
      writer.array(section) { writer, row in
        writer.object { writer in
          writer.name("id")
          writer.id(of: row.key, keyColumns: keyColumns, results.columns)
          writer.name("row")
          writer.row(row)
        }
      }
    }
  }

  private func writeHeldRows(
    of section: ResultsSectionInfo<StoredRow>, _ results: ResultsList<StoredRow>,
    to writer: inout JSONWriter
  ) {
    writer.name("held")
    writer.array(section.heldRows) { writer, held in
      writer.object { writer in
        writer.name("item")
        writer.integer(held.item)
        writer.name("id")
        writer.id(of: held.row.key, keyColumns: results.ordering.keyColumns, results.columns)
        if showsRows {
          writer.name("row")
          writer.row(held.row)
        }
      }
    }
  }

  /// Writes what identifies a section.
  func writeHead(
    of section: ResultsSectionInfo<StoredRow>, by column: Int?, _ columns: RowColumns,
    to writer: inout JSONWriter
  ) {
    writer.name("key")
    writer.cell(section.key, at: column ?? -1, of: columns)
    writer.name("name")
    writer.string(section.name)
    writer.name("indexTitle")
    writer.string(section.indexTitle)
  }

  /// Writes the rows of the query alongside, if there is one.
  func writeRowsAlongside(_ rows: [StoredRow], to writer: inout JSONWriter) {
    guard hasRowsAlongside else { return }
    writer.name("alongside")
    writer.array(rows) { $0.row($1) }
  }
}
