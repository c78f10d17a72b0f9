import Foundation
import Sectional

/// Chooses rows of a list that doesn't hold all, as somebody does who scrolls.
struct LookAtRows {
  private let plan: HistoryPlan
  private var generator: SeededGenerator

  init(_ plan: HistoryPlan) {
    self.plan = plan
    generator = SeededGenerator(seed: plan.seed ^ 0x100C)
  }

  /// Returns up to four index paths, or none if nobody looks.
  mutating func paths(in results: ResultsList<StoredRow>) -> [IndexPath] {
    guard !plan.extent.holdsContents, generator.happens(onceIn: 2) else { return [] }
    let paths = results.indices.flatMap { section in
      results[section].indices.map { IndexPath(indexes: [section, $0]) }
    }
    guard !paths.isEmpty else { return [] }
    return (0...generator.below(3)).map { _ in paths[generator.below(paths.count)] }
  }

  /// Returns how many earlier rows to load, or `nil` if nobody scrolls to the beginning.
  mutating func earlier() -> Int? {
    guard plan.extent.fewestLastRows != nil, generator.happens(onceIn: 4) else { return nil }
    return generator.below(4)
  }

  /// Returns a row to jump to, of all rows, or `nil` if nobody jumps.
  mutating func target(in truth: ListPicture) -> ListPicture.Row? {
    guard plan.extent.isCounted, generator.happens(onceIn: 4) else { return nil }
    return generator.element(of: truth.rows.map(\.row))
  }
}

extension LawSuite {
  /// Looks at some rows of a list that may not have heard of the last commit.
  func lookEarly(_ eyes: inout LookAtRows) async throws {
    guard isFetched else { return }
    let paths = eyes.paths(in: controller.results)
    if !paths.isEmpty { try await reading { try await controller.loadRows(at: paths) } }
    if let count = eyes.earlier() { try await reading { try await controller.loadEarlier(count) } }
  }

  /// Runs a body that reads, and again while it fails if the subject's reads do so.
  func reading<Output: Sendable>(_ body: () async throws -> Output) async throws -> Output {
    let deadline = ContinuousClock.now + bound
    while true {
      do {
        return try await body()
      } catch is StoreError where subject.expectsErrors && ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Looks at some rows, as somebody does who scrolls or jumps, and checks what the list shows then.
  func look(_ eyes: inout LookAtRows) async throws {
    let paths = eyes.paths(in: controller.results)
    if !paths.isEmpty {
      try await reading { try await controller.loadRows(at: paths) }
      let shown = controller.results
      for path in paths
      where shown.indices.contains(path[0]) && path[1] < shown[path[0]].count
        && controller.row(ifLoaded: path) == nil
      {
        throw LawViolation(
          .consistent, "the row at \(path) isn't loaded, although it was asked for")
      }
    }
    let target = truths.newest.flatMap { eyes.target(in: $0) }
    if let target { try await jump(to: target) }
    let earlier = eyes.earlier()
    if let earlier { try await loadEarlier(earlier) }
    if !paths.isEmpty || target != nil || earlier != nil { try await settle() }
  }

  private func loadEarlier(_ count: Int) async throws {
    let before = controller.results.numberOfObjects
    try await reading { try await controller.loadEarlier(count) }
    let results = controller.results
    guard let all = truths.newest?.rows.count, isNewest
    else { return }
    guard results.numberOfObjects == min(before + count, all) else {
      throw LawViolation(
        .consistent,
        "\(results.numberOfObjects - before) earlier rows were loaded of \(count), and there are \(all)"
      )
    }
    guard results.hasEarlierRows || results.numberOfObjects == all else {
      throw LawViolation(.consistent, "the list says that it has all rows, but there are \(all)")
    }
  }

  private func jump(to row: ListPicture.Row) async throws {
    let key = plan.key(of: row)
    let path = try await reading { try await controller.loadRow(forKey: key) }
    let isComplete = controller.results.counting?.isComplete == true
    guard let path else {
      guard !isComplete else { throw LawViolation(.consistent, "the row \(row.id) isn't found") }
      return
    }
    guard let found = controller.row(ifLoaded: path), OracleValue.id(of: found.key) == row.id else {
      throw LawViolation(.consistent, "the row \(row.id) isn't at \(path), where it is said to be")
    }
  }

  /// Waits until a list that counts its rows has counted all, and checks that no doubt is left.
  func finishCounting() async throws {
    guard plan.extent.isCounted else { return }
    let deadline = ContinuousClock.now + bound
    while controller.results.counting?.isComplete != true {
      guard ContinuousClock.now < deadline else {
        throw LawViolation(.fresh, "the rows were never counted; status \(controller.status)")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    try await settle()
    if let doubt = controller.results.counting?.doubt {
      throw LawViolation(.fresh, "the list is in doubt: \(doubt)")
    }
  }
}
