import Sectional
import SectionalComparison

/// Writes comparisons as one JSON object.
struct ComparisonDocument {
  let options: CompareOptions
  let report: ComparisonReport

  /// Writes the object to standard output.
  func write() {
    var writer = JSONWriter()
    writer.object { writer in
      if options.output.isSummary {
        writer.name("format")
        writer.integer(2)
      }
      writer.name("stores")
      writer.array([options.first.text, options.second.text]) { $0.string($1) }
      writer.name("table")
      writer.string(options.table)
      writer.name("equal")
      writer.bool(report.isEqual)
      writer.name("equalExceptAccepted")
      writer.bool(report.isEqual(except: options.output.accepted))
      writer.name("acceptedWithoutEffect")
      writer.array(report.entriesWithoutEffect(of: options.output.accepted)) { $0.string($1.text) }
      writer.name("orders")
      writer.array(report.orders) { writer, order in
        writer.object { write(order, to: &$0) }
      }
    }
    writer.endLine()
    StandardOutput.writeAnswer(writer.bytes)
  }

  private func write(_ order: OrderReport, to writer: inout JSONWriter) {
    let comparison = order.comparison
    writer.name("order")
    writer.string(order.order.rawValue)
    writer.name("equal")
    writer.bool(order.isEqual)
    writer.name("rows")
    writer.array([comparison.rowCounts.first, comparison.rowCounts.second]) { $0.integer($1) }
    writer.name("sections")
    writer.array([comparison.sectionCounts.first, comparison.sectionCounts.second]) {
      $0.integer($1)
    }
    if options.output.isSummary {
      writeCounts(of: comparison, to: &writer)
    } else {
      writeDetails(of: comparison, to: &writer)
    }
    writer.name("rowsUnderOtherKeys")
    writer.integer(comparison.counts.underOtherKeys)
    writer.name("rowsWithOtherContents")
    writer.integer(comparison.rowsWithOtherContents)
    writer.name("rowsByColumn")
    writer.object { writer in
      for (column, rows) in comparison.rowsByColumn {
        writer.name(column)
        writer.integer(rows)
      }
    }
    writer.name("firstOtherRow")
    write(comparison.firstOtherRow, to: &writer)
    writer.name("firstOtherValue")
    write(comparison.firstOtherValue, to: &writer)
    writer.name("causes")
    writer.array(order.causes) { writer, cause in
      writer.object { write(cause, to: &$0) }
    }
  }

  /// Writes how many things differ in which way.
  private func writeCounts(of comparison: ListComparison, to writer: inout JSONWriter) {
    let counts = comparison.counts
    writer.name("columnsOnlyIn")
    writer.array([comparison.columnsOnlyInFirst.count, comparison.columnsOnlyInSecond.count]) {
      $0.integer($1)
    }
    writer.name("sectionsOnlyIn")
    writer.array([comparison.sectionsOnlyInFirst.count, comparison.sectionsOnlyInSecond.count]) {
      $0.integer($1)
    }
    let again = comparison.sectionsComingAgain
    writer.name("sectionsComingAgain")
    writer.array([again.first.count, again.second.count]) { $0.integer($1) }
    for (name, count) in [
      ("sectionsInAnotherOrder", comparison.sectionsInAnotherOrder.count),
      ("rowsInAnotherSection", counts.inAnotherSection), ("rowsMoved", counts.moved),
    ] {
      writer.name(name)
      writer.integer(count)
    }
    writer.name("rowsOnlyIn")
    writer.array([counts.onlyIn.first, counts.onlyIn.second]) {
      $0.integer($1 + counts.underOtherKeys)
    }
  }

  private func write(_ cause: DifferenceCause, to writer: inout JSONWriter) {
    writer.name("cause")
    writer.string(cause.kind.rawValue)
    writer.name("column")
    writer.string(cause.column)
    writer.name("rows")
    writer.integer(cause.rows)
    writer.name("sections")
    writer.integer(cause.sections)
    writer.name("first")
    write(cause.first, to: &writer)
    writer.name("id")
    if let key = cause.firstKey { write(key.values, to: &writer) } else { writer.null() }
    writer.name("says")
    writer.array(cause.says) { $0.string($1) }
    writer.name("remedy")
    writer.string(report.remedy(for: cause))
    let statement = report.statement(for: cause, in: options.tables)
    writer.name("statement")
    writer.string(statement?.sql)
    writer.name("place")
    writer.string(statement?.place)
    writer.name("accepted")
    writer.bool(options.output.accepted.accept(cause))
  }

  private func writeDetails(of comparison: ListComparison, to writer: inout JSONWriter) {
    writer.name("columnsOnlyIn")
    writer.array([comparison.columnsOnlyInFirst, comparison.columnsOnlyInSecond]) { writer, names in
      writer.array(names) { $0.string($1) }
    }
    writer.name("sectionsOnlyIn")
    writer.array([comparison.sectionsOnlyInFirst, comparison.sectionsOnlyInSecond]) {
      writer, keys in
      writer.array(keys) { $0.value($1) }
    }
    writer.name("sectionsComingAgain")
    let again = comparison.sectionsComingAgain
    writer.array([again.first, again.second]) { writer, keys in
      writer.array(keys) { $0.value($1) }
    }
    writer.name("sectionsInAnotherOrder")
    write(comparison.sectionsInAnotherOrder, named: "key", to: &writer)
    // A program that takes keys for identities finds those of different types or forms among the missing ones.
    let pairs = comparison.rowsUnderOtherKeys
    writer.name("rowsOnlyIn")
    writer.array([
      comparison.rowsOnlyInFirst + pairs.map(\.first),
      comparison.rowsOnlyInSecond + pairs.map(\.second),
    ]) { writer, keys in
      writer.array(keys) { write($1.values, to: &$0) }
    }
    writer.name("otherKeys")
    writer.array(pairs) { writer, pair in
      writer.array([pair.first, pair.second]) { write($1.values, to: &$0) }
    }
    writer.name("rowsInAnotherSection")
    writer.array(comparison.rowsInAnotherSection) { writer, change in
      writer.object { writer in
        writer.name("id")
        write(change.row, to: &writer)
        writer.name("from")
        writer.value(change.from)
        writer.name("to")
        writer.value(change.to)
      }
    }
    writer.name("rowsMoved")
    write(comparison.rowsMoved, named: "id", to: &writer)
  }

  private func write(
    _ moves: [ListComparison.Move], named name: String, to writer: inout JSONWriter
  ) {
    writer.array(moves) { writer, move in
      writer.object { writer in
        writer.name(name)
        write(move.name, to: &writer)
        writer.name("from")
        writer.integer(move.from)
        writer.name("to")
        writer.integer(move.to)
      }
    }
  }

  /// Writes a single value by itself, and several values as an array.
  private func write(_ values: [StoredValue], to writer: inout JSONWriter) {
    if values.count == 1 { writer.value(values[0]) } else { writer.array(values) { $0.value($1) } }
  }

  private func write(_ pair: DifferingValues?, to writer: inout JSONWriter) {
    guard let pair else { return writer.null() }
    writer.object { writer in
      writer.name("position")
      writer.integer(pair.position)
      writer.name("column")
      writer.string(pair.column)
      writer.name("values")
      writer.array([pair.first, pair.second]) { writer, value in
        if let value { writer.value(value.byValue) } else { writer.null() }
      }
      writer.name("isOrder")
      writer.bool(pair.isOrder)
      writer.name("hasRow")
      writer.array([pair.first, pair.second]) { $0.bool($1 != nil) }
      writer.name("codePoints")
      writer.array([pair.first, pair.second]) { writer, value in
        writer.array(value.map(CodePoints.all) ?? []) { $0.string($1) }
      }
    }
  }
}
