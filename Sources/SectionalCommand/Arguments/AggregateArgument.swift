import Sectional

/// What `--sum` or `--count` computes of each section.
struct AggregateArgument {
  /// What it is called: a column, or a column and a value.
  let name: String
  let aggregate: Aggregate<StoredRow, StoredValue>
  /// The column that is summed, or `nil` if rows are counted.
  var column: String?

  /// Returns those that the arguments ask for: sums first.
  static func all(_ arguments: Arguments) throws -> [AggregateArgument] {
    let sums = try arguments.values(of: .sum).map { column in
      guard !column.isEmpty else { throw UsageError("--sum needs a column: --sum total") }
      return AggregateArgument(name: column, aggregate: .sum(of: column), column: column)
    }
    let all = sums + (try arguments.values(of: .count).map(AggregateArgument.count))
    guard Set(all.map(\.name)).count == all.count else {
      throw UsageError("a --sum or --count is there twice; leave out one of them")
    }
    return all
  }

  private static func count(_ argument: String) throws -> AggregateArgument {
    if let values = JSONReader.values(argument), values.count == 2,
      case .text(let column) = values[0]
    {
      return AggregateArgument(
        name: argument, aggregate: .count(of: column, amongst: [values[1]]))
    }
    let parts = argument.parts(at: "=", maxSplits: 1)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError("--count needs a column and a value: --count status=open")
    }
    // A number is also the text that looks like it.
    let values = TypedValue(argument: parts[1]).meanings
    guard !values.isEmpty else {
      throw UsageError("--count needs a value that is whole JSON, or a word: --count status=open")
    }
    return AggregateArgument(name: argument, aggregate: .count(of: parts[0], amongst: values))
  }
}

extension [AggregateArgument] {
  /// Returns the values of a section for people, such as `total 1250.5` and `3 with status=open`.
  func words(of section: ResultsSectionInfo<StoredRow>, _ forms: ColumnForms) -> [String] {
    map { words($0, section.value(of: $0.aggregate), forms) }
  }

  /// Returns the values of the whole list for people.
  func words(of results: ResultsList<StoredRow>, _ forms: ColumnForms) -> [String] {
    results.totalCount == 0
      ? [] : map { words($0, results.value(of: $0.aggregate), forms) }
  }

  private func words(
    _ argument: AggregateArgument, _ value: StoredValue, _ forms: ColumnForms
  ) -> String {
    let form = argument.column.flatMap { forms[$0] }?.ofSums
    let name = TerminalText.printable(argument.name)
    if argument.column == nil, case .integer(let count) = value {
      return "\(CountText.grouped(Int(count))) with \(name)"
    }
    guard value != .null else { return "no numbers in \(name)" }
    return "\(name) \(TerminalText.printable(CellText.text(value, as: form)))"
  }

  /// Writes the values of a section, by name.
  func write(of section: ResultsSectionInfo<StoredRow>, to writer: inout JSONWriter) {
    guard !isEmpty else { return }
    writer.name("values")
    writer.object { writer in
      for argument in self {
        writer.name(argument.name)
        writer.value(section.value(of: argument.aggregate))
      }
    }
  }
}
