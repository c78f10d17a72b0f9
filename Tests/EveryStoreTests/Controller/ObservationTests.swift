import Observation
import Sectional
import TestSupport
import Testing

/// Which changes notify the observers of a list's properties.
@MainActor @Suite struct ObservationTests {
  /// Counts how often a property changes, by observing it again after each change.
  @MainActor private final class Watch {
    private(set) var count = 0

    func watch<Property>(_ property: @escaping @MainActor () -> Property) {
      withObservationTracking {
        _ = property()
      } onChange: { [weak self] in
        // A list changes only on its owner's actor, which is the main actor here.
        MainActor.assumeIsolated {
          guard let self else { return }
          self.count += 1
          Task { @MainActor in self.watch(property) }
        }
      }
    }
  }

  private func bench(_ kind: StoreKind) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")])
    try await bench.controller.performFetch()
    return bench
  }

  /// Lets a watch observe the property again.
  private func settle() async { for _ in 0..<10 { await Task.yield() } }

  @Test(arguments: StoreKind.allCases)
  func `observed results change once for each change set`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let watch = Watch()
    watch.watch { bench.controller.results.numberOfObjects }
    for id in 2...6 {
      try await bench.write { $0.insert(Item(Int64(id), "n", "Red")) }
      await settle()
      #expect(watch.count == id - 1)
    }
  }

  @Test(arguments: StoreKind.databases)
  func `observers are not notified when nothing in the list changes`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let (results, status) = (Watch(), Watch())
    results.watch { bench.controller.results.numberOfObjects }
    status.watch { bench.controller.status }
    let version = bench.controller.version
    try await bench.execute("UPDATE item SET name = name")
    try await bench.execute("CREATE TABLE other(a int); INSERT INTO other VALUES (1)")
    await settle()
    #expect(bench.controller.version != version)
    #expect(results.count == 0)
    #expect(status.count == 0)
  }

  @Test(arguments: StoreKind.databases)
  func `an unmapped new column does not notify observers`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let watch = Watch()
    watch.watch { bench.controller.results.numberOfObjects }
    try await bench.execute("ALTER TABLE item ADD COLUMN note TEXT DEFAULT 'x'")
    try await bench.store.execute("UPDATE item SET note = 'y'")
    try await bench.controller.refresh()
    await settle()
    #expect(watch.count == 0)
  }

  @Test(arguments: StoreKind.databases)
  func `an observed status changes when the store is lost and found`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let (results, status) = (Watch(), Watch())
    results.watch { bench.controller.results.numberOfObjects }
    status.watch { bench.controller.status }
    try await bench.store.execute("ALTER TABLE item RENAME TO away")
    try await wait { status.count == 1 }
    try await bench.store.execute("ALTER TABLE away RENAME TO item")
    try await wait { status.count == 2 }
    #expect(results.count == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `observed sections and objects change with the results`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let (sections, objects) = (Watch(), Watch())
    sections.watch { bench.controller.sections.count }
    objects.watch { bench.controller.results.rows.count }
    try await bench.write { $0.insert(Item(2, "bob", "Red")) }
    #expect((sections.count, objects.count) == (1, 1))
  }
}
