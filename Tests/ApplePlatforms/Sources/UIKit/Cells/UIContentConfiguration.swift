/// What a cell shows; the requirements, for configurations of an app's own, are left out.
@MainActor public protocol UIContentConfiguration {}

/// The contents of a list's row.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
  /// The first text.
  public var text: String?
  /// The second text.
  public var secondaryText: String?

  /// Returns the configuration of a list's cell.
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
}
