/// A store's identifier of one of its states.
///
/// Two things are asked of a version. Equality: within a process, equal versions of a store, from whichever connection,
/// have equal contents. Versions have no order, and versions that differ may still have equal contents. And proof: what
/// a version says to other processes, also after this one has ended.
public protocol StoreVersion: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Whether the version means something to other processes, even after this one has ended and the store was restarted.
  ///
  /// The default is `false`.
  var isLasting: Bool { get }

  /// Returns whether this state is known to have the same contents as an earlier one, whichever processes obtained the
  /// versions.
  ///
  /// A list shows what it has on disk only if this method, or its change source, confirms that it is still valid.
  ///
  /// - Parameter earlier: A lasting version.
  /// - Returns: `false` if nothing is known, which is the default.
  func provesSameContents(as earlier: Self) -> Bool

  /// The library that reads the store, with its version, if that can affect which rows a request returns.
  ///
  /// The default is `nil`.
  static var library: String? { get }
}

extension StoreVersion {
  /// The default: `false`, because nothing is known about what a version means to other processes.
  public var isLasting: Bool { false }

  /// The default: `false`, because nothing is known.
  public func provesSameContents(as earlier: Self) -> Bool { false }

  /// The default: `nil`.
  public static var library: String? { nil }
}

extension StoreVersion {
  /// Returns whether this state is known to have the same contents as an earlier one, which only a lasting one can show.
  func isKnownSame(as earlier: Self) -> Bool {
    earlier.isLasting && provesSameContents(as: earlier)
  }
}

/// A number can be the version of a store that counts its commits, within a process.
extension Int: StoreVersion {}

/// A store that can make its versions last longer.
public protocol SettlingStore<Version>: ResultsStore {
  /// Makes versions last as long as possible; called before a list with a section cache is closed.
  func settle() async

  /// Returns a lasting version with the same contents as one that may not last yet, or that version itself if the
  /// store has no such version.
  func lasting(_ version: Version) async -> Version
}

extension SettlingStore {
  /// The default: does nothing.
  public func settle() async {}

  /// The default: returns the version itself.
  public func lasting(_ version: Version) async -> Version { version }
}
