import SectionalCICU

/// The titles under which a language divides lists of names, such as A to Z, as ICU defines them.
@safe final class ICUAlphabeticIndex: Sendable {
  /// What belongs to a title.
  enum Kind: Sendable {
    /// Texts that begin with a letter, or with one that is ordered between it and the next title.
    case letter
    /// Texts before the first letter, such as numbers.
    case underflow
    /// Texts between the letters of two scripts.
    case inflow
    /// Texts after the last letter.
    case overflow
  }

  // Every thread may use it: the index never changes, and ICU documents that its buckets may be looked up by many threads.
  // It is closed when nobody can refer to it any more.
  @safe private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let handle: Handle

  /// The titles in their order.
  ///
  /// Those that aren't letters are all an ellipsis.
  let labels: [String]

  /// The kinds of the titles, in the same order.
  let kinds: [Kind]

  /// Opens the index of a language.
  ///
  /// - Parameters:
  ///   - tag: a BCP 47 tag, which also names the order. A language that ICU doesn't know has the letters A to Z.
  ///   - moreTags: languages whose letters are titles, too.
  /// - Throws: `ICUError` if a tag is malformed, has a keyword with a value that ICU doesn't have, or is one of `moreTags`
  ///   and names a language whose letters ICU doesn't know.
  init(_ tag: String, addingLabelsOf moreTags: [String] = []) throws(ICUError) {
    let pointer = unsafe try opened([tag] + moreTags) { tags, message in
      let more = unsafe Array(tags.dropFirst())
      return unsafe sectional_index_open(tags[0], more, more.count, message)
    }
    unsafe handle = Handle(pointer: pointer)
    let buckets = unsafe 0..<sectional_index_count(pointer)
    labels = buckets.map { unsafe String(cString: sectional_index_title(pointer, $0)) }
    kinds = buckets.map { bucket in
      switch unsafe sectional_index_kind(pointer, bucket) {
      case sectional_bucket_underflow: .underflow
      case sectional_bucket_inflow: .inflow
      case sectional_bucket_overflow: .overflow
      default: .letter
      }
    }
  }

  deinit {
    unsafe sectional_index_close(handle.pointer)
  }

  /// Returns the place of the title that a text belongs to.
  func bucket(ofUTF8 text: UnsafeRawBufferPointer) -> Int {
    let bucket = unsafe sectional_index_bucket(handle.pointer, text.baseAddress, text.count)
    // Without memory, or for a text of more than 32 MiB, ICU finds none.
    return bucket >= 0 ? Int(bucket) : labels.count - 1
  }

  /// Returns the place of the title that a text belongs to.
  ///
  /// Like the sort keys, it takes a text's marks to be in canonical order, as those of texts from keyboards are.
  func bucket(of text: String) -> Int {
    var text = text
    return text.withUTF8 { unsafe bucket(ofUTF8: UnsafeRawBufferPointer($0)) }
  }
}
