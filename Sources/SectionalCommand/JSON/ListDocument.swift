import Sectional

/// Writes results as the JSON objects of `list` and `watch`.
struct ListDocument {
  /// Whether each id comes with its row.
  let showsRows: Bool
  /// Whether there is a query alongside.
  let hasRowsAlongside: Bool

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
    writer.name("sections")
    writer.array(results) { writer, section in
      write(section, of: results, to: &writer)
    }
  }

  private func write(
    _ section: ResultsSectionInfo<StoredRow>, of results: ResultsList<StoredRow>,
    to writer: inout JSONWriter
  ) {
    let keyColumns = results.ordering.keyColumns
    writer.object { writer in
      writeHead(
        of: section, by: results.ordering.section.first?.column, results.columns, to: &writer)
      writer.name("count")
      writer.integer(section.count)
      writer.name("ids")
      guard showsRows else {
        return writer.array(section.rows.keys) {
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
