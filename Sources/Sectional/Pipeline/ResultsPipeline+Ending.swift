extension ResultsPipeline {
  func end() async -> ResultsDiagnostics {
    perform(inbox.send(.ended))
    tasks.listening = nil
    tasks.retry = nil
    tasks.rest = nil
    tasks.day = nil
    tasks.recount = nil
    search.searchable = nil
    membership = nil
    await tasks.ending?.value
    delivered.deliver(.closed)
    return reading.diagnostics
  }

  nonisolated func close() { inbox.send(.closed) }

  nonisolated func abandon() { inbox.send(.abandoned) }
}
