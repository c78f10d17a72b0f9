/// Why nothing could be taken from a section cache, in words.
package struct SectionCacheError: Error, Hashable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}
