public import Foundation

/// Says where items are.
@MainActor open class UICollectionViewLayout: NSObject {
  /// Makes a layout.
  public nonisolated override init() { super.init() }

  /// Makes a layout of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) { super.init() }
}

/// A layout of items, groups and sections.
@MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  /// Returns the layout of a list.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout { UICollectionViewCompositionalLayout() }
}

/// How a list in a collection view looks.
public struct UICollectionLayoutListConfiguration: Hashable, Sendable {
  /// The look of the rows.
  public enum Appearance: Int, Sendable {
    /// Headers stay at the top.
    case plain = 0
    /// Sections stand apart.
    case grouped = 1
    /// Sections are cards.
    case insetGrouped = 2
  }

  /// The look of the rows.
  public let appearance: UICollectionLayoutListConfiguration.Appearance

  /// Makes a configuration.
  public init(appearance: UICollectionLayoutListConfiguration.Appearance) {
    self.appearance = appearance
  }
}
