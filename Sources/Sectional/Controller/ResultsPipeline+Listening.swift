/// What a pipeline listens to: everything, or some columns of some tables.
struct HeardTables: Equatable {
  var names: Set<String>?
  var columns: [String: Set<String>] = [:]
}

extension ResultsPipeline {
  /// The tables whose changes matter to the rows that are held; nothing where any change may.
  private var tables: HeardTables {
    guard let layout = held?.snapshot.layout, alongside == nil else { return HeardTables() }
    if case .unknown = layout.dependence { return HeardTables() }
    return HeardTables(names: layout.tables, columns: layout.columnsRead)
  }

  /// Listens to other tables where the rows come from others than before.
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

  /// Rings again after a failure, later each time.
  func ringLater() {
    failures += 1
    let delay = retries.delay(afterFailures: failures)
    retry?.cancel()
    retry = Task { [ringSignal] in
      // A cancelled retry must not ring: the failure that cancelled it has one of its own.
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      ringSignal.ring()
    }
  }
}
