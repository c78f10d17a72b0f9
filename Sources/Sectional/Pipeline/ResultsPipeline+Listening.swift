/// What a pipeline listens to.
struct ListeningState {
  /// What is heard.
  var region = TableRegion.everything
  /// Whether the source was started again, and may have lost what it had signalled.
  var isSourceNew = false
}

extension ResultsPipeline {
  /// What matters to the rows that are held, and to those that are read alongside.
  private var region: TableRegion {
    guard let layout = delivered.rows?.snapshot.layout else { return .everything }
    guard let alongside = reading.alongside else { return layout.awaitedRegion }
    guard let read = alongside.read else { return .everything }
    return layout.awaitedRegion.union(read.layout.awaitedRegion)
  }

  /// Restarts listening if the rows now come from different tables or columns.
  func listenAgain() {
    if tasks.listening != nil, region != tasks.listened.region { listen() }
  }

  /// Runs the change source until the pipeline is gone; a source that ends is started again.
  func listen() {
    let region = region
    tasks.listened = ListeningState(region: region, isSourceNew: true)
    tasks.listening = Task {
      [source = access.source, inbox, retries = options.retries, weak self] in
      while !Task.isCancelled {
        do {
          try await source.run(Doorbell(for: region) { inbox.send(.rang) })
        } catch {
          guard !Task.isCancelled else { return }
          inbox.fail(StoreError(wrapping: error))
        }
        try? await Task.sleep(for: retries.restart)
        await self?.markSourceNew()
      }
    }
  }

  private func markSourceNew() { tasks.listened.isSourceNew = true }
}

extension RowLayout {
  /// What has to change before the rows can change.
  fileprivate var awaitedRegion: TableRegion { dependsOnTablesOnly ? region : .everything }

  /// Whether the rows can't change without a change of their tables.
  var dependsOnTablesOnly: Bool {
    if case .unknown = dependence { false } else { true }
  }
}
