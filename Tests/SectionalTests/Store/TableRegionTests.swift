import Testing

@testable import Sectional

/// What regions have in common, and which listeners a ring reaches.
@Suite struct TableRegionTests {
  private let names = TableRegion(["contact": .only(["id", "name"])])

  @Test func `regions overlap where they share a column of a table`() {
    #expect(names.overlaps(names))
    #expect(names.overlaps(.everything))
    #expect(TableRegion.everything.overlaps(names))
    #expect(names.overlaps(TableRegion(allColumnsOf: ["contact", "team"])))
    #expect(!names.overlaps(TableRegion(["contact": .only(["team"])])))
    #expect(!names.overlaps(TableRegion(allColumnsOf: ["team"])))
    #expect(!names.overlaps(TableRegion([:])))
  }

  @Test func `overlapping is symmetric, whichever regions they are`() {
    let columns: [TableRegion.Columns?] = [nil, .all, .only([]), .only(["a"]), .only(["a", "b"])]
    var regions = [TableRegion.everything]
    for first in columns {
      for second in columns {
        regions.append(TableRegion(["t": first, "u": second].compactMapValues(\.self)))
      }
    }
    for left in regions {
      for right in regions { #expect(left.overlaps(right) == right.overlaps(left)) }
    }
  }

  @Test func `a ring reaches the listeners to its region, and those to everything`() async throws {
    let registry = DoorbellRegistry()
    let rung = Locked<[String]>([])
    let regions = [
      ("names", names), ("teams", TableRegion(["contact": .only(["id", "team"])])),
      ("orders", TableRegion(allColumnsOf: ["order"])), ("all", .everything),
    ]
    let tasks = regions.map { name, region in
      Task {
        try await registry.serve(Doorbell(for: region) { rung.withLock { $0.append(name) } })
      }
    }
    defer { for task in tasks { task.cancel() } }
    while rung.withLock({ $0.count }) < regions.count { await Task.yield() }
    func reached(_ ring: () -> Void) -> [String] {
      rung.withLock { $0 = [] }
      ring()
      return rung.withLock { $0.sorted() }
    }
    #expect(
      reached { registry.ring(TableRegion(["contact": .only(["team"])])) } == ["all", "teams"])
    #expect(
      reached { registry.ring(TableRegion(allColumnsOf: ["contact"])) } == [
        "all", "names", "teams",
      ])
    #expect(reached { registry.ring(.everything) }.count == 4)
    // A listener to orders came after it was asked what changed.
    let teams = TableRegion(["contact": .only(["team"])])
    #expect(
      reached { registry.ring(teams, knowing: ["contact"]) } == ["all", "orders", "teams"])
    #expect(reached { registry.ring(teams, knowing: ["contact", "order"]) } == ["all", "teams"])
    #expect(reached { registry.ring { $0 == "order" } } == ["all", "orders"])
    #expect(reached { registry.ring { $0 == "unknown" } }.count == 4)
  }
}
