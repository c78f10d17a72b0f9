import Sectional

/// A memory store's change source with altered behavior.
struct AlteredSource: ChangeSource {
  typealias Source = MemoryStore

  let base: any ChangeSource<MemoryStore>
  var rings = true
  var knowsVersions = true
  /// A function between the source's answers and the list.
  var answer: @Sendable (ChangedKeys) throws -> ChangedKeys = { $0 }

  func run(_ doorbell: Doorbell) async throws {
    try await base.run(rings ? doorbell : Doorbell {})
  }

  func version(_ reader: MemoryReader) async throws -> Int? {
    knowsVersions ? try await base.version(reader) : nil
  }

  func changes(
    of tables: Set<String>, since version: Int, _ reader: MemoryReader
  ) async throws -> ChangedKeys {
    try answer(try await base.changes(of: tables, since: version, reader))
  }
}
