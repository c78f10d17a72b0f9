/// What a server's description of a parsed and rewritten statement says about what its result depends on.
///
/// The description is the text that the setting `debug_print_rewritten` makes the server send: nested nodes,
/// `{NAME :field value …}`, in which views have been replaced by their definitions. Whatever isn't known to be harmless
/// is a reason to assume anything.
struct PostgresParseTree: Hashable, Sendable {
  /// The object identifiers of the functions that are called.
  private(set) var functions: Set<UInt32> = []
  /// The object identifiers of the operators that are used.
  private(set) var operators: Set<UInt32> = []
  /// The object identifiers of the aggregates and window functions.
  private(set) var aggregates: Set<UInt32> = []
  /// The object identifiers of the tables and views that are read.
  private(set) var relations: Set<UInt32> = []
  /// The first node whose effect isn't known, or another reason not to trust the description.
  private(set) var obstacle: String?
  /// Whether values are cast, by functions or without.
  private(set) var hasCasts = false
  /// Whether there are constants that can be dates or times, or consist of them.
  ///
  /// The server has evaluated them already.
  private(set) var hasMoments = false
  /// Whether each row of the result depends on one row of the only table.
  private(set) var isRowLocal = true

  /// The nodes whose meaning is given by their parts, or that mean the same at any time.
  private static let harmless: Set<Substring> = [
    "ALIAS", "RTE", "RANGETBLENTRY", "RANGETBLREF", "RTEPERMISSIONINFO", "FROMEXPR", "TARGETENTRY",
    "VAR", "CONST", "PARAM", "FUNCEXPR", "OPEXPR", "DISTINCTEXPR", "NULLIFEXPR",
    "SCALARARRAYOPEXPR", "BOOLEXPR", "RELABELTYPE", "CASE", "CASEEXPR", "WHEN", "CASEWHEN",
    "CASETESTEXPR", "ARRAY", "ARRAYEXPR", "ROW", "ROWEXPR", "COALESCE", "COALESCEEXPR", "NULLTEST",
    "BOOLEANTEST", "COLLATE", "COLLATEEXPR", "FIELDSELECT", "ARRAYCOERCEEXPR", "SUBSCRIPTINGREF",
  ]

  /// The nodes that make a row of the result depend on several rows or tables.
  private static let joining: Set<Substring> = [
    "JOINEXPR", "SUBLINK", "AGGREF", "WINDOWFUNC", "WINDOWCLAUSE", "SORTGROUPCLAUSE", "GROUPINGSET",
    "GROUPINGFUNC", "COMMONTABLEEXPR", "SETOPERATIONSTMT", "RANGETBLFUNCTION", "ROWCOMPARE",
    "ROWCOMPAREEXPR",
  ]

  /// Reads a description.
  init(_ text: String) {
    var queries = 0
    var relations = 0
    let tokens = PostgresParseTree.tokens(of: text)
    for (token, value) in zip(tokens, tokens.dropFirst() + [""]) {
      if token == "{" {
        take(node: value)
        if value == "QUERY" { queries += 1 }
      } else if token.hasPrefix(":") {
        take(field: token, value)
        // The kind 0 of a range table's entry is a table or a view.
        if token == ":rtekind" { relations += value == "0" ? 1 : 2 }
      }
    }
    if queries == 0 { obstacle = obstacle ?? "an unknown form" }
    if queries != 1 || relations != 1 { isRowLocal = false }
  }

  private mutating func take(node: Substring) {
    if ["RELABELTYPE", "ARRAYCOERCEEXPR"].contains(node) { hasCasts = true }
    if node == "QUERY" || PostgresParseTree.harmless.contains(node) { return }
    isRowLocal = false
    if !PostgresParseTree.joining.contains(node) { obstacle = obstacle ?? String(node) }
  }

  private mutating func take(field: Substring, _ value: Substring) {
    switch field {
    // 1 and 2 are explicit and implicit casts.
    case ":funcformat": if ["1", "2"].contains(value) { hasCasts = true }
    case ":funcid", ":opfuncid": insert(value, \.functions)
    case ":opno", ":eqop", ":sortop": insert(value, \.operators)
    case ":relid": insert(value, \.relations)
    case ":aggfnoid", ":winfnoid": insert(value, \.aggregates)
    // The log doesn't tell of updates that change nothing but these.
    case ":varattno" where value.hasPrefix("-"): obstacle = obstacle ?? "a system column"
    // A comparison of rows lists its operators, and a lock on rows is none of a list's business.
    // Policies are those of a view's owner.
    case ":opnos", ":rowMarks", ":securityQuals":
      if value != "<>" { obstacle = obstacle ?? String(field) }
    case ":consttype", ":paramtype": take(type: UInt32(value), isConstant: field == ":consttype")
    default: break
    }
  }

  private mutating func take(type: UInt32?, isConstant: Bool) {
    guard let type else {
      obstacle = obstacle ?? "an unknown number"
      return
    }
    // A text search configuration or dictionary can be altered.
    if [3734, 3769].contains(type) { obstacle = obstacle ?? "a text search configuration" }
    guard isConstant else { return }
    // In many zones, the offset of a time depends on the date.
    if [1266, 1270].contains(type) { obstacle = obstacle ?? "a time with a time zone" }
    if PostgresParseTree.moments.contains(type) || type >= PostgresType.firstCustomOID {
      hasMoments = true
    }
  }

  /// Dates, times and timestamps; arrays, ranges and multiranges of them.
  private static let moments = Set<UInt32>(
    [1082, 1083, 1114, 1115, 1182, 1183, 1184, 1185, 6152, 6153, 6155] + Array(3908...3913)
      + Array(4533...4535))

  /// Adds an object identifier, which is 0 if there is no object.
  private mutating func insert(
    _ value: Substring, _ identifiers: WritableKeyPath<PostgresParseTree, Set<UInt32>>
  ) {
    guard let identifier = UInt32(value) else {
      obstacle = obstacle ?? "an unknown number"
      return
    }
    if identifier > 0 { self[keyPath: identifiers].insert(identifier) }
  }

  /// Returns the words, braces and parentheses of a description, in which a backslash makes the next character a part
  /// of a word.
  private static func tokens(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var start: String.Index?
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
        continue
      }
      let isBrace = "(){}".utf8.contains(byte)
      guard isBrace || " \n\t\r".utf8.contains(byte) else {
        start = start ?? index
        isEscaped = byte == UInt8(ascii: "\\")
        continue
      }
      if let first = start { tokens.append(text[first..<index]) }
      start = nil
      if isBrace { tokens.append(text[index..<text.utf8.index(after: index)]) }
    }
    if let start { tokens.append(text[start...]) }
    return tokens
  }
}
