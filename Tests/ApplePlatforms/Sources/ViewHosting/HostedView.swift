import Observation
package import SwiftUI

/// A view on a screen: drawn again when something that it read changes, with its tasks running.
@MainActor package final class HostedView<Content: View> {
  /// What is on the screen, as lines of text.
  package private(set) var lines: [String] = []
  /// How often the view was drawn.
  package private(set) var drawings = 0
  /// What the real SwiftUI complains of at run time.
  package private(set) var failures: [String] = []

  private let content: Content
  private let environment: EnvironmentValues
  private var tasks: [(id: AnyHashable?, task: Task<Void, Never>)] = []
  private var changes: [Any] = []
  private var searchFields: [Binding<String>] = []

  /// Puts a view on the screen, in an environment.
  ///
  /// Only the state of this view outlives a drawing, not that of views within it.
  package init(_ content: Content, in environment: EnvironmentValues = EnvironmentValues()) {
    self.content = content
    self.environment = environment
    draw()
  }

  /// Takes the view off the screen.
  package func disappear() {
    for (_, task) in tasks { task.cancel() }
    tasks = []
  }

  /// Types into the search field.
  ///
  /// - Returns: Whether there is one.
  @discardableResult package func type(_ text: String) -> Bool {
    guard let field = searchFields.first else { return false }
    field.wrappedValue = text
    return true
  }

  private func draw() {
    let canvas = _Canvas(environment)
    withObservationTracking {
      content._draw(on: canvas)
    } onChange: { [weak self] in
      Task { @MainActor in self?.draw() }
    }
    drawings += 1
    lines = canvas.lines
    failures += canvas.failures
    searchFields = canvas.searchFields
    run(canvas.tasks)
    call(canvas.changes)
  }

  /// Starts tasks that are new, and again those whose identity is another one.
  private func run(_ wanted: [ViewTask]) {
    for (index, task) in wanted.enumerated() {
      if tasks.indices.contains(index) {
        guard tasks[index].id != task.id else { continue }
        tasks[index].task.cancel()
        tasks[index] = (task.id, Task { await task.action() })
      } else {
        tasks.append((task.id, Task { await task.action() }))
      }
    }
  }

  /// Calls the actions of values that are other ones than at the last drawing.
  private func call(_ wanted: [ViewChange]) {
    let before = changes
    changes = wanted.map(\.value)
    for (index, change) in wanted.enumerated() {
      if before.indices.contains(index) {
        if change.differs(before[index]) { change.action(before[index]) }
      } else if change.isInitial {
        change.action(change.value)
      }
    }
  }
}
