import Sectional

/// Writes one JSON object per line.
///
/// Other programs rely on the format.
struct JSONLinesReporter: WatchReporter {
  let options: ListOptions

  private var isWindowed: Bool { options.request.fetchWindowSize > 0 }

  private var document: ListDocument {
    ListDocument(
      showsRows: options.output.showsRows, hasRowsAlongside: options.alongside != nil,
      isWindowed: isWindowed, aggregates: options.aggregates)
  }

  func begin(
    _ results: ResultsList<StoredRow>, version: String?, alongside: [StoredRow],
    _ statistics: ReadStatistics
  ) {
    writeLine { writer in
      writer.name("type")
      writer.string("hello")
      writer.name("format")
      writer.integer(isWindowed ? 2 : 1)
      writer.name("store")
      writer.string(options.store.text)
      writer.name("table")
      writer.string(options.table)
      writer.name("key")
      writer.array(results.keyColumns.isEmpty ? ["rowid"] : results.keyColumns) { $0.string($1) }
      writer.name("sort")
      writer.array(results.order) { $0.string($1) }
    }
    writeLine { writer in
      document.writeSnapshot(of: results, version: version, to: &writer)
      document.writeRowsAlongside(alongside, to: &writer)
      write(statistics, to: &writer)
    }
  }

  func report(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    alongside: [StoredRow], _ statistics: ReadStatistics
  ) {
    writeLine { writer in
      document.writeChanges(changeset, sequence: sequence, version: version, to: &writer)
      document.writeRowsAlongside(alongside, to: &writer)
      write(statistics, to: &writer)
    }
  }

  private func write(_ statistics: ReadStatistics, to writer: inout JSONWriter) {
    guard options.output.showsStatistics else { return }
    writer.name("rowsRead")
    writer.integer(statistics.rowsRead)
    writer.name("fullFetch")
    writer.string(statistics.fullFetch)
  }

  func report(_ status: ResultsStatus) {
    if let error = status.error { writeError(error, isFinal: false) }
    writeLine { writer in
      writer.name("type")
      writer.string("status")
      writer.name("status")
      writer.string(status.word)
      writer.name("message")
      writer.string(status.message)
    }
  }

  func fail(_ error: StoreError) { writeError(error, isFinal: true) }

  func end() {
    writeLine { writer in
      writer.name("type")
      writer.string("end")
    }
  }

  private func writeError(_ error: StoreError, isFinal: Bool) {
    writeLine { writer in
      writer.name("type")
      writer.string("error")
      writer.name("code")
      writer.string(error.code.description)
      writer.name("message")
      writer.string(ErrorText.message(error))
      writer.name("final")
      writer.bool(isFinal)
    }
  }

  private func writeLine(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object(body)
    writer.endLine()
    StandardOutput.write(writer.bytes)
  }
}

extension ResultsStatus {
  /// The status as one word.
  fileprivate var word: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .current: "current"
    case .stale: "stale"
    case .reconnecting: "reconnecting"
    }
  }

  /// The status as a sentence.
  var message: String {
    switch self {
    case .idle: "nothing has been fetched yet"
    case .loading: "the rows are being fetched"
    case .current: "the list is up to date with the store again"
    case .stale(let error), .reconnecting(let error):
      "the list still shows its last results: \(ErrorText.message(error))"
    }
  }
}
