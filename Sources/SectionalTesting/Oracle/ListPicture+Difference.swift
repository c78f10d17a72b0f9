extension ListPicture {
  /// Describes the first place where this list differs from another one.
  ///
  /// - Parameters:
  ///   - expected: The expected list.
  ///   - name: The name of this list in the description.
  /// - Returns: The description, or `nil` if the lists are equal.
  package func difference(from expected: ListPicture, calling name: String) -> String? {
    guard self != expected else { return nil }
    for index in 0..<max(sections.count, expected.sections.count) {
      guard sections.indices.contains(index) else {
        return "\(name): section \(expected.sections[index].key) is missing at \(index)"
      }
      guard expected.sections.indices.contains(index) else {
        return "\(name): section \(sections[index].key) at \(index) is unexpected"
      }
      let problem = sections[index].difference(from: expected.sections[index])
      if let problem { return "\(name): section \(index), \(problem)" }
    }
    return "\(name): differs"
  }
}

extension ListPicture.Section {
  fileprivate func difference(from expected: ListPicture.Section) -> String? {
    if key != expected.key { return "key: \(key), not \(expected.key)" }
    if name != expected.name { return "name: \(name), not \(expected.name)" }
    for index in 0..<max(rows.count, expected.rows.count) {
      guard rows.indices.contains(index) else {
        return "row \(index): \(expected.rows[index].cells) is missing"
      }
      guard expected.rows.indices.contains(index) else {
        return "row \(index): \(rows[index].cells) is unexpected"
      }
      if rows[index] != expected.rows[index] {
        return "row \(index): \(rows[index]), not \(expected.rows[index])"
      }
    }
    return nil
  }
}

extension ListPicture.Row: CustomStringConvertible {
  /// The identity and the cells.
  package var description: String { "\(id) \(cells)" }
}
