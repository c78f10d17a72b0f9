/// Where views are drawn, as lines of text; only the stand-ins' own tests can look at it.
@MainActor public final class _Canvas {
  /// What is on the screen.
  package private(set) var lines: [String] = []
  /// What runs as long as the view is on the screen, in the order of the modifiers.
  package private(set) var tasks: [ViewTask] = []
  /// What can be typed into.
  package private(set) var searchFields: [Binding<String>] = []
  /// What is called when a value changes.
  package private(set) var changes: [ViewChange] = []
  /// What the real SwiftUI complains of at run time.
  package private(set) var failures: [String] = []
  /// What is handed to the view that is being drawn.
  var environment: EnvironmentValues

  /// Makes an empty canvas.
  package init(_ environment: EnvironmentValues = EnvironmentValues()) {
    self.environment = environment
  }

  func write(_ line: String) { lines.append(line) }
  func start(_ task: ViewTask) { tasks.append(task) }
  func addSearchField(_ text: Binding<String>) { searchFields.append(text) }
  func watch(_ change: ViewChange) { changes.append(change) }
  func fail(_ message: String) { failures.append(message) }
}

/// An action that runs as long as a view is on the screen, and begins again when its identity changes.
package struct ViewTask {
  /// What the action belongs to; `nil` if it never begins again.
  package let id: AnyHashable?
  /// The action.
  package let action: @Sendable () async -> Void
}

/// An action that is called when a value is another one than at the last drawing.
package struct ViewChange {
  /// The value at this drawing.
  package let value: Any
  /// Tells whether the value at the last drawing was another one.
  package let differs: (Any) -> Bool
  /// The action, which is given the value before.
  package let action: (Any) -> Void
  /// Whether the action is called for the first drawing as well.
  package let isInitial: Bool
}
