// As the real one does.
@_exported public import Foundation

/// What responds to events.
@MainActor open class UIResponder: NSObject {
  /// Makes a responder.
  public nonisolated override init() { super.init() }
}

/// Something on the screen.
///
/// Where the real UIKit raises an exception, this one writes a sentence into ``failures`` and goes on, so that a test can
/// look at it.
@MainActor open class UIView: UIResponder {
  /// What the real view would have stopped the program for.
  package private(set) var failures: [String] = []

  /// Makes a view.
  public init(frame: CGRect) { super.init() }

  /// Makes a view of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) { super.init() }

  /// Lays out what is in the view, if it has to be.
  open func layoutIfNeeded() {}

  func fail(_ message: String) { failures.append(message) }
}
