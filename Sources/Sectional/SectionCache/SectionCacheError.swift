/// The reason why a section cache could not be used or written.
package struct SectionCacheError: Error, Hashable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}
