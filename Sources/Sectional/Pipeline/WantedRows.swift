/// The rows that somebody wants to look at.
struct WantedRows: Sendable {
  /// The rows whose contents are needed.
  var keys: [RowKey] = []
  /// Rows with contents that somebody looked at.
  var touched: [RowKey] = []
}
