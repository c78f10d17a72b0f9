import SectionalCICU

/// The order of texts in a language, as ICU defines it.
///
/// The order is the one of PostgreSQL's collations with the provider `icu` and the same locale, if the server uses the same
/// version of ICU. PostgreSQL orders texts that are equal here by their bytes.
@safe final class ICUCollator: Sendable {
  // Every thread may use it: only functions of a constant collator are called until it is closed, and these change nothing
  // in it. It is closed when nobody can refer to it any more.
  @safe private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let handle: Handle

  /// The tag of the language in ICU's spelling.
  let identifier: String

  /// The version of the order, as PostgreSQL records it for a collation.
  ///
  /// Another version may order texts differently.
  let version: String

  /// The version of the ICU library.
  static let libraryVersion = unsafe written(sectional_icu_version_size) {
    unsafe sectional_icu_library_version($0)
  }

  /// Opens an order.
  ///
  /// - Parameter tag: a BCP 47 tag. Its keywords change the order, as in `de-u-co-phonebk`, and `und` stands for the order
  ///   of no language.
  /// - Throws: `ICUError` if the tag is malformed, or has a keyword with a value that ICU doesn't have. A language that has
  ///   no rules of its own is ordered like `und`.
  init(_ tag: String) throws(ICUError) {
    let pointer = unsafe try opened([tag]) { tags, message in
      unsafe sectional_collator_open(tags[0], message)
    }
    unsafe handle = Handle(pointer: pointer)
    identifier = unsafe String(cString: sectional_collator_tag(pointer))
    version = unsafe written(sectional_icu_version_size) {
      unsafe sectional_collator_version(pointer, $0)
    }
  }

  deinit {
    unsafe sectional_collator_close(handle.pointer)
  }

  /// Appends bytes that are ordered as the texts are.
  func appendSortKey(ofUTF8 text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    // Most keys have about three bytes for two characters, and a few more.
    var capacity = text.count * 2 + 32
    while true {
      let size = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
        buffer in
        let size = unsafe Int(
          sectional_collator_sort_key(
            handle.pointer, text.baseAddress, text.count, buffer.baseAddress, buffer.count))
        // Without memory, or for a text of more than 32 MiB, there is no key; such texts come last, ordered by their bytes.
        guard size >= 0 else {
          key += [0xFF, 0xFF, 0xFF]
          return 0
        }
        if size < buffer.count {
          unsafe key.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<size]))
        }
        return size
      }
      if size < capacity { return }
      capacity = size + 1
    }
  }

  /// Returns bytes that are ordered as the texts are.
  func sortKey(of text: String) -> [UInt8] {
    var key: [UInt8] = []
    var text = text
    text.withUTF8 { unsafe appendSortKey(ofUTF8: UnsafeRawBufferPointer($0), to: &key) }
    return key
  }
}
