import Sectional

// A section cache needs to know what the versions of the store behind the gate are worth.
extension GatedStore {
  static func isLasting(_ version: Base.Version) -> Bool { Base.isLasting(version) }

  static func hasSameContents(_ version: Base.Version, as other: Base.Version) -> Bool {
    Base.hasSameContents(version, as: other)
  }

  static var library: String? { Base.library }

  func settle() async { await base.settle() }
}
