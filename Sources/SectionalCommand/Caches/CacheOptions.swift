import Sectional

/// The options of `sectional cache`.
struct CacheOptions {
  /// The action to perform on the files.
  enum Action: String, CaseIterable {
    case ls, show, verify, rm
  }

  let action: Action
  /// The caches that were named.
  let names: [SectionCacheName]
  let isAll: Bool
  let isJSON: Bool
  let folder: SectionCacheFolder

  init(_ arguments: Arguments) throws {
    let actions = Action.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = arguments.positionals.first else {
      throw UsageError("cache takes an action, \(actions): sectional cache ls")
    }
    guard let action = Action(rawValue: word) else {
      throw UsageError("unknown action \(word); use \(actions)")
    }
    self.action = action
    names = arguments.positionals.dropFirst().map { SectionCacheName($0) }
    isAll = arguments.has(.allCaches)
    guard !isAll || (action == .rm && names.isEmpty) else {
      throw UsageError("--all is for cache rm, without names")
    }
    guard names.isEmpty == (action == .ls || isAll) else {
      throw UsageError(
        action == .ls
          ? "cache ls takes no names; use sectional cache show NAME"
          : "name the caches: sectional cache \(word) NAME (sectional cache ls lists them)")
    }
    folder =
      try arguments.value(of: .app).map { SectionCacheFolder.of(application: $0) }
      ?? .ofApplication
    isJSON = try arguments.choice(of: .cacheFormat) == "json"
  }
}
