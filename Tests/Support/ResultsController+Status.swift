package import Sectional

extension ResultsStore {
  /// The version of the newest commit, in the form of a list's version.
  package var newestVersion: String? {
    get async throws {
      try await read { try await $0.version()?.description }
    }
  }
}

extension ResultsController {
  /// Waits until the list holds the newest version of its store.
  package func settle(
    on store: some ResultsStore, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let newest = try await store.newestVersion
    try await wait(for: "the version \(newest ?? "of the store")") { self.version == newest }
  }

  /// The error of the last read, if it failed.
  package var error: StoreError? { status.error }

  /// Whether the list showed the store's rows when it last checked.
  package var isCurrent: Bool { if case .current = status { true } else { false } }

  /// The sections' index titles and names with the keys of their rows.
  package var picture: [String] {
    results.map { section in
      "\(section.indexTitle ?? "-") \(section.name): "
        + section.rows.keys.map { "\($0.values)" }.joined(separator: " ")
    }
  }
}
