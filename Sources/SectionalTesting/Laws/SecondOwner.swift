import Sectional

/// Another owner of the list that a history is followed by, which is paused at times, hides rows, and shows sections as one.
///
/// Both show one list if its store shares lists; what each is told must lead from what it shows all the same.
final class SecondOwner: ResultsChangesetDelegate {
  private let controller: ResultsController<StoredRow>
  private var generator: SeededGenerator
  private var model: DisplayModel
  /// Whether the sections are in the order of their keys, in which some can be shown as one.
  private let canMerge: Bool
  private let plan: HistoryPlan
  /// Whether it chooses what to show, so that rows that didn't change move.
  private var isChanging = false
  private var shown = ListPicture([])
  private var violation: LawViolation?
  private var isOpen = false

  init(_ controller: ResultsController<StoredRow>, _ plan: HistoryPlan) {
    self.controller = controller
    self.plan = plan
    generator = SeededGenerator(seed: plan.seed &+ 1)
    model = DisplayModel(isDescending: plan.order.isDescending)
    canMerge = plan.presentation != .listed
    controller.options.cache = nil
    controller.changesetDelegate = self
  }

  func open(isolation: isolated any Actor = #isolation) async throws {
    try await controller.performFetch()
    shown = picture(of: controller.results)
    isOpen = true
  }

  /// Pauses or resumes it, or shows other rows of its sections, or neither.
  func advance() {
    if isOpen, generator.happens(onceIn: 3) { change() }
    guard generator.happens(onceIn: 3) else { return }
    if controller.isPaused { controller.resume() } else { controller.pause() }
  }

  /// Shows other rows, and checks that they are shown at once.
  private func change() {
    model.change(controller.results.map(\.key), &generator)
    if canMerge, generator.happens(onceIn: 3) { model.merge(among: 0..<4, &generator) }
    let whole = picture(of: controller.results.displayingAll)
    isChanging = true
    controller.sectionDisplay = model.display
    isChanging = false
    let expected = model.part(of: whole, isSectioned: isSectioned)
    let pictures = [
      ("the second owner's list", picture(of: controller.results)),
      ("what the second owner was told", shown),
    ]
    for (name, picture) in pictures {
      guard let difference = picture.difference(from: expected, calling: name) else { continue }
      violation = violation ?? LawViolation(.replay, "\(difference), with \(model.display)")
    }
  }

  /// Returns a picture of what a list shows, without cells if it doesn't hold all contents.
  private func picture(of results: ResultsList<StoredRow>) -> ListPicture {
    guard !plan.extent.holdsContents else { return ListPicture(results) }
    return ListPicture(
      results.map { section in
        ListPicture.Section(
          key: OracleValue(section.key), name: section.name,
          rows: section.rows.keys.map { .init(id: OracleValue.id(of: $0), cells: []) })
      })
  }

  private var isSectioned: Bool { !controller.results.ordering.section.isEmpty }

  /// Waits until it shows the rows, and checks what it was told.
  ///
  /// - Throws: ``LawViolation`` if it doesn't show them in time, or a change set led elsewhere.
  func finish(
    showing picture: ListPicture, within bound: Duration, isolation: isolated any Actor = #isolation
  ) async throws {
    controller.resume()
    // A list that begins at its end shows as many rows as it came to have.
    func whole(_ results: ResultsList<StoredRow>) -> ListPicture {
      plan.counted(results.displayingAll, of: picture)
    }
    try await controller.wait(
      toShow: { model.part(of: whole($0), isSectioned: isSectioned) }, "the second owner's list",
      within: bound)
    isChanging = true
    controller.sectionDisplay = .all
    isChanging = false
    try await controller.wait(toShow: whole, "the second owner's whole list", within: bound)
    if let violation { throw violation }
    if shown != self.picture(of: controller.results) {
      throw LawViolation(.replay, "the second owner's change sets don't lead to its list")
    }
    await controller.close()
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    let after = picture(of: changeset.after)
    do {
      let check = ChangeCheck(before: shown, after: after) { [plan] cells in
        plan.order.place(cells, in: plan.shape.columns)
      }
      // Nothing can be said of the contents of rows that aren't loaded.
      if isChanging || !plan.extent.holdsContents {
        var replay = FullFormReplay(shown)
        try replay.apply(FullForm(changeset), leadingTo: after)
      } else {
        try check.run(FullForm(changeset))
      }
      try check.simulate(changeset.tableUpdates)
    } catch {
      violation = violation ?? error
    }
    shown = after
  }
}
