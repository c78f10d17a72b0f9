import Sectional

/// What a server's catalogs say of tables, views, logs and functions, as one transaction sees it, fact by fact.
///
/// The rows of the catalogs are read as the transaction sees them, and the transaction numbers (`xmin`) in these rows
/// change with each change of them; neither a freezing VACUUM nor ANALYZE changes them.
struct PostgresCatalogFacts: Sendable {
  /// What a fact is about.
  ///
  /// The raw value is the letter in the question's answer.
  private enum Kind: String {
    case server = "S"
    /// All facts but the server's state as one text.
    case listing = "L"
    case relation = "c"
    case column = "a"
    case primaryKey = "k"
    case index = "i"
    case trigger = "t"
    case policy = "p"
    case rule = "r"
    case statistics = "e"
    case subscription = "s"
    case function = "f"
    case `operator` = "o"
    /// All users' casts.
    case cast = "x"
    /// A column's user-defined type.
    case type = "y"
    /// The partitions or children, and what belongs to them.
    case tree = "T"
    /// Whether all partitions are permanent tables.
    case permanence = "P"
  }

  private(set) var server: PostgresServerState?
  private(set) var listing = ""
  private var relations: [UInt32: PostgresRelationFact] = [:]
  private var facts: [UInt32: [String]] = [:]
  private var notPermanent: Set<UInt32> = []
  private var notPlain: Set<UInt32> = []
  private var functions: [UInt32: String] = [:]

  /// Adds a row of the answer.
  mutating func take(_ row: PostgresResult) {
    guard let oid = row.text(at: 0).flatMap({ UInt32($0) }),
      let kind = row.text(at: 1).flatMap(Kind.init)
    else { return }
    let numbers = [row.text(at: 2), row.text(at: 3)].compactMap(\.self)
    take(kind, of: oid, numbers: numbers, text: row.text(at: 4) ?? "")
  }

  private mutating func take(_ kind: Kind, of oid: UInt32, numbers: [String], text: String) {
    switch kind {
    case .server: server = PostgresServerState(text)
    case .listing: listing = text
    case .relation: relations[oid] = PostgresRelationFact(text, of: oid, numbers)
    case .function, .operator, .cast:
      // A function and an operator can have the same object identifier.
      functions[oid, default: ""] += ([kind.rawValue] + numbers + [text]).joined(separator: ".")
    case .permanence: if text != "t" { notPermanent.insert(oid) }
    case .tree, .type:
      notPlain.insert(oid)
      facts[oid, default: []].append("\(kind.rawValue)\(text)")
    case .column:
      if text == "true" { notPlain.insert(oid) }
      facts[oid, default: []].append("\(kind.rawValue)\(numbers.joined(separator: "."))")
    case .primaryKey, .index, .trigger, .policy, .rule, .statistics, .subscription:
      facts[oid, default: []].append("\(kind.rawValue)\(numbers.joined(separator: "."))")
    }
  }

  /// Returns what the transaction sees of tables and logs.
  ///
  /// - Parameters:
  ///   - named: The object identifiers of users' tables and views, by their quoted names.
  ///   - logs: Those of change logs' tables.
  /// - Returns: The context, in which a table is missing whose name no longer belongs to its identifier; `nil` if the
  ///   server's state is missing.
  func context(
    of named: [ExactName: UInt32], logs: [ExactName: UInt32]
  ) -> PostgresReadContext? {
    guard let server else { return nil }
    var tables: [ExactName: PostgresReadContext.Table] = [:]
    for (name, oid) in named { tables[name] = table(name, oid, isLog: false) }
    for (name, oid) in logs { tables[name] = table(name, oid, isLog: true) }
    return PostgresReadContext(server: server, tables: tables, functionStamps: functions)
  }

  private func table(
    _ name: ExactName, _ oid: UInt32, isLog: Bool
  ) -> PostgresReadContext.Table? {
    // A log that was renamed has another stamp, and its new name isn't known to the statements that read it.
    guard let relation = relations[oid], isLog || ExactName(relation.name) == name else {
      return nil
    }
    // For a log's table, policies, statistics and all indexes count as well, because they can be code.
    let code = [Kind.index, .policy, .statistics].map(\.rawValue)
    let counted = (facts[oid] ?? []).filter { fact in isLog || !code.contains(where: fact.hasPrefix)
    }
    let own = isLog ? relation.stamp + " " + relation.schemaStamp : relation.stamp
    return PostgresReadContext.Table(
      root: relation.root, isVisible: relation.isVisible,
      mayBeRead: isLog
        ? relation.maySelect && relation.showsRows : relation.maySelect,
      isLogShown: relation.maySelectRoot, hasRowsOfItsOwn: relation.hasRowsOfItsOwn,
      // A crash empties a log, and its marks tell.
      isPermanent: isLog || (relation.isPermanent && !notPermanent.contains(oid)),
      isPlain: relation.isAlone && !notPlain.contains(oid),
      stamp: "\(oid) \(own) \(counted.sorted().joined(separator: " "))")
  }
}

/// What `pg_class` says of a table or view.
private struct PostgresRelationFact {
  let name: String
  let root: UInt32
  let stamp: String
  let schemaStamp: String
  let isVisible: Bool
  let maySelect: Bool
  /// Whether this user may read the root of the partition tree, and no policy hides its rows.
  let maySelectRoot: Bool
  /// Whether no policy hides its rows, or the session demands to see what policies show.
  let showsRows: Bool
  let hasRowsOfItsOwn: Bool
  let isPermanent: Bool
  /// Whether it has neither partitions nor children, and is no partition.
  let isAlone: Bool

  /// Parses the text that ``PostgresCatalogQuestion`` asks for.
  init?(_ text: String, of oid: UInt32, _ numbers: [String]) {
    let parts = text.split(separator: "|", maxSplits: 12, omittingEmptySubsequences: false)
    guard parts.count == 13, numbers.count == 2 else { return nil }
    func isTrue(_ place: Int) -> Bool { parts[place] == "t" }
    let (kind, hasPolicies) = (parts[1], isTrue(4))
    root = UInt32(parts[8]) ?? oid
    // What the user may see is part of the stamp: a role's attributes are in no catalog row of the table.
    stamp = "\(numbers[0]).\(parts[0]).\(parts[3])\(parts[4])\(parts[9])\(parts[10])\(parts[11])"
    schemaStamp = numbers[1]
    name = String(parts[12])
    isVisible = isTrue(2)
    maySelect = isTrue(3)
    maySelectRoot = isTrue(6) ? isTrue(9) && !isTrue(10) : maySelect && !hasPolicies
    showsRows = parts[11] == "on" || !hasPolicies
    isPermanent = isTrue(7) && (kind == "r" || kind == "p")
    hasRowsOfItsOwn = !hasPolicies && (kind == "p" || (kind == "r" && !isTrue(5)))
    isAlone = kind != "p" && !isTrue(5) && !isTrue(6)
  }
}

extension PostgresCatalogFacts {
  /// Returns what the transaction sees of tables, views and their logs.
  func context(about relations: [PostgresRelation]) -> PostgresReadContext? {
    context(
      of: Dictionary(relations.map { (ExactName($0.text), $0.oid) }) { first, _ in first },
      logs: Dictionary(relations.flatMap(\.logTables)) { first, _ in first })
  }
}
