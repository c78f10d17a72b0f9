/// What a change log keeps of the table under test.
package enum ItemLog: CaseIterable, Sendable {
  case none, keys, values

  /// The columns whose old values it keeps.
  var columns: [String] { self == .values ? ["name", "team"] : [] }
}
