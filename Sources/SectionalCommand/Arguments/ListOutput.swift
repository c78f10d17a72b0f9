/// How `list` and `watch` show a list.
struct ListOutput {
  /// The output format.
  enum Format: String, CaseIterable {
    case text, json, jsonl, csv, tsv, markdown
  }

  let format: Format
  /// Whether each id in JSON comes with its row.
  let showsRows: Bool
  /// The columns to show, in this order, or `nil` for all.
  let columns: [String]?
  /// Whether each row is shown as a record, a column on each line.
  let isRecord: Bool
  /// Whether the SQL of the request is printed, and nothing else.
  let printsSQL: Bool
  /// Whether `watch` prints changes instead of redrawing the list.
  let showsChanges: Bool

  /// Whether JSON says what was read for each line.
  let showsStatistics: Bool

  /// Whether programs read the output as JSON.
  var isJSON: Bool { format == .json || format == .jsonl }

  /// Whether the output has nothing of a row but its key.
  var isOutline: Bool { isJSON && !showsRows }

  init(_ arguments: Arguments, isWatching: Bool) throws {
    let option = isWatching ? CommandOption.watchFormat : .listFormat
    format = Format(rawValue: try arguments.choice(of: option)) ?? .text
    showsRows = arguments.has(.rows)
    isRecord = arguments.has(.record)
    printsSQL = arguments.has(.printSQL)
    showsChanges = arguments.has(.changes)
    showsStatistics = arguments.has(.statistics)
    columns = try arguments.value(of: .shownColumns).map(ColumnNames.names)
    let isJSON = format == .json || format == .jsonl
    guard !showsRows || isJSON else {
      throw UsageError(
        "--rows is for JSON; add --format \(isWatching ? "jsonl" : "json"), or leave it out")
    }
    guard !showsStatistics || format == .jsonl else {
      throw UsageError("--statistics is for JSON; add --format jsonl, or leave it out")
    }
    guard columns == nil || !isJSON else {
      throw UsageError("JSON has all columns; leave out --columns")
    }
    guard columns?.contains("") != true else {
      throw UsageError("--columns takes names with commas between them: --columns name,team")
    }
    guard !isRecord || format == .text else {
      throw UsageError("--record is for people; leave out --format \(format.rawValue)")
    }
  }
}
