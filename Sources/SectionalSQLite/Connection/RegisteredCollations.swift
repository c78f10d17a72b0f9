import Sectional
import SectionalCSQLite

/// The orders of collators, registered on a connection so that SQL and indexes can name them.
enum RegisteredCollations {
  /// Registers the collations that have a collator, each under its collator's identifier.
  ///
  /// - Throws: `StoreError` if a collator can't be used.
  static func add(
    _ collations: [TextCollation], to connection: OpaquePointer
  ) throws(StoreError) {
    for case .collated(let reference) in collations {
      if let problem = reference.collator.problem { throw problem }
      let box = unsafe Unmanaged.passRetained(reference)
      let result = unsafe sqlite3_create_collation_v2(
        connection, reference.collator.identifier, SQLITE_UTF8, box.toOpaque(),
        { box, leftCount, left, rightCount, right in
          guard let box = unsafe box else { return 0 }
          let reference = unsafe Unmanaged<CollatorReference>.fromOpaque(box).takeUnretainedValue()
          return unsafe RegisteredCollations.compare(
            UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
            UnsafeRawBufferPointer(start: right, count: Int(rightCount)), by: reference.collator)
        },
        { box in
          if let box = unsafe box { unsafe Unmanaged<CollatorReference>.fromOpaque(box).release() }
        })
      guard result == SQLITE_OK else {
        // SQLite releases nothing that it didn't take (https://www.sqlite.org/c3ref/create_collation.html).
        unsafe box.release()
        throw StoreError(SQLiteFailure(result), path: "")
      }
    }
  }

  /// Compares texts by their sort keys, then by their bytes, as lists do.
  private static func compare(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, by collator: any TextCollator
  ) -> Int32 {
    var (leftKey, rightKey): ([UInt8], [UInt8]) = ([], [])
    unsafe collator.appendSortKey(ofUTF8: left, to: &leftKey)
    unsafe collator.appendSortKey(ofUTF8: right, to: &rightKey)
    if leftKey.lexicographicallyPrecedes(rightKey) { return -1 }
    if rightKey.lexicographicallyPrecedes(leftKey) { return 1 }
    if unsafe left.lexicographicallyPrecedes(right) { return -1 }
    return unsafe right.lexicographicallyPrecedes(left) ? 1 : 0
  }
}
