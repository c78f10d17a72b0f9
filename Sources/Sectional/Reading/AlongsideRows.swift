/// The rows of a second request, which are read in the same transactions as a list.
struct AlongsideRows<Version: Equatable & Sendable>: Sendable {
  let request: RowRequest
  /// The rows, as they were read last.
  var read: (layout: RowLayout, version: Version?, rows: [StoredRow])?
}
