/// What a pipeline listens to: everything, or certain columns of certain tables.
struct HeardTables: Equatable {
  var names: Set<String>?
  var columns: [String: Set<String>] = [:]
}

extension ResultsPipeline {
  /// The tables whose changes matter to the rows that are held, or no restriction if any change may matter.
  private var tables: HeardTables {
    guard let layout = held?.snapshot.layout, alongside == nil else { return HeardTables() }
    if case .unknown = layout.dependence { return HeardTables() }
    return HeardTables(names: layout.tables, columns: layout.columnsRead)
  }

  /// Restarts listening if the rows now come from different tables or columns.
  func listenAgain() {
    if listening != nil, tables != heardTables { listen() }
  }

  /// Runs the change source until the pipeline is gone; a source that ends is started again.
  func listen() {
    let tables = tables
    heardTables = tables
    listening?.cancel()
    listening = Task { [source, ringSignal, retries] in
      while !Task.isCancelled {
        do {
          try await source.run(
            Doorbell(for: tables.names, columns: tables.columns) { ringSignal.ring() })
        } catch {
          guard !Task.isCancelled else { return }
          ringSignal.fail(StoreError(wrapping: error))
        }
        try? await Task.sleep(for: retries.restart)
      }
    }
  }

  /// Rings again after a failure, with increasing delays.
  func ringLater() {
    failures += 1
    let delay = retries.delay(afterFailures: failures)
    retry?.cancel()
    retry = Task { [ringSignal] in
      // A cancelled retry must not ring, because the failure that cancelled it scheduled another one.
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      ringSignal.ring()
    }
  }
}
