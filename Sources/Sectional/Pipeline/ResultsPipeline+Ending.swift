extension ResultsPipeline {
  func end() async -> ResultsDiagnostics {
    perform(signal.send(.ended))
    timers.listening = nil
    timers.retry = nil
    timers.rest = nil
    timers.day = nil
    timers.recount = nil
    search.searchable = nil
    await timers.ending?.value
    held = nil
    outlined = nil
    return reading.diagnostics
  }

  nonisolated func close() { signal.send(.closed) }

  nonisolated func abandon() { signal.send(.abandoned) }
}
