import Foundation
import SectionalTesting

/// A database and the cache files of one list over it, which the command reads while calls to the system go wrong.
///
/// Before each run, all files are as if no run had been before.
final class FaultyCaches {
  /// What the cache does in a run without faults.
  enum Outcome: CaseIterable { case miss, hit, caughtUp }

  private let file: ScratchDatabase
  private let command: CachingCommand
  private let system: FaultySystem
  /// What each outcome needs in the cache's folder.
  private var caches: [Outcome: [String: Data]] = [.miss: [:]]
  private var truth = ""
  /// How often the program was killed.
  private(set) var kills = 0

  /// - Throws: ``LawViolation`` if the list without faults isn't what it should be.
  init() throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode=wal;
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT, name TEXT);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO item SELECT i, 't' || (i % 7), 'n' || (i * 37 % 300) FROM n;
      """)
    command = try CachingCommand()
    system = try FaultySystem()
    _ = try run(["triggers", "install", file.path, "item"])
    _ = try run(cachedList)
    caches[.caughtUp] = keptFiles
    try file.write("UPDATE item SET team = 't9' WHERE id = 20; DELETE FROM item WHERE id = 30")
    _ = try run(cachedList)
    caches[.hit] = keptFiles
    truth = sections(of: try run(list).output)
    for outcome in Outcome.allCases {
      restore(outcome)
      let text = try run(cachedList).output
      guard text.contains("\"outcome\":\"\(outcome)\""), sections(of: text) == truth else {
        throw LawViolation(.cache, "not \(outcome): \(text)")
      }
    }
  }

  /// Removes the library of the faults.
  func remove() { system.remove() }

  private var list: [String] {
    ["list", file.path, "item", "--section", "team", "--sort", "name", "--format", "json"]
  }

  private var cachedList: [String] { list + ["--cache", "items"] }

  /// Runs the list with faults, and then without.
  ///
  /// - Returns: How many calls there were to choose from, if the program wasn't killed.
  /// - Throws: ``LawViolation`` if either run shows something else than the truth, or ends without a reason.
  func calls(
    _ fault: FaultySystem.Fault, _ outcome: Outcome, from first: Int, count: Int = 1
  ) throws -> Int {
    restore(outcome)
    // The database is in the folder of the caches' folder.
    let variables = system.variables(
      fault, in: FileManager.default.temporaryDirectory.path, from: first, count: count)
    let faulty = try run(cachedList, variables)
    let calls = system.calls
    let isTrue = faulty.status == 0 && sections(of: faulty.output) == truth
    let isError = faulty.status == 1 && faulty.complaint.split(separator: "\n").count == 1
    let isKilled = fault == .kill && faulty.status == SIGKILL
    if isKilled { kills += 1 }
    guard isTrue || isError || isKilled else {
      throw LawViolation(
        .fresh, "call \(first), status \(faulty.status): \(faulty.output)\(faulty.complaint)")
    }
    let healed = try run(cachedList)
    guard healed.status == 0, sections(of: healed.output) == truth else {
      throw LawViolation(.cache, "after call \(first): \(healed.output)\(healed.complaint)")
    }
    if fault == .kill { try checkLeavings(after: first, healed.output) }
    return calls
  }

  /// Checks that a killed program left the old file or the new one, and that the next one that writes cleans up.
  private func checkLeavings(after call: Int, _ healed: String) throws {
    guard !healed.contains("the file is damaged") else {
      throw LawViolation(.cache, "a part of a file was left at call \(call): \(healed)")
    }
    for name in keptFiles.keys where name.hasSuffix(".sectioncache") {
      try FileManager.default.removeItem(atPath: "\(command.folder)/\(name)")
    }
    _ = try run(cachedList)
    let names = keptFiles.keys.sorted()
    guard names.count == 1, names[0].hasSuffix(".sectioncache") else {
      throw LawViolation(.cache, "files were left at call \(call): \(names)")
    }
  }

  private func run(
    _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> SectionalProcess.Outcome {
    try command.run(arguments, variables)
  }

  private var keptFiles: [String: Data] {
    var files: [String: Data] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: command.folder)) ?? [] {
      files[name] = FileManager.default.contents(atPath: "\(command.folder)/\(name)")
    }
    return files
  }

  private func restore(_ outcome: Outcome) {
    try? FileManager.default.removeItem(atPath: command.folder)
    guard let files = caches[outcome], !files.isEmpty else { return }
    let folderRights: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(
      atPath: command.folder, withIntermediateDirectories: true, attributes: folderRights)
    for (name, bytes) in files {
      _ = FileManager.default.createFile(
        atPath: "\(command.folder)/\(name)", contents: bytes,
        attributes: [.posixPermissions: 0o600])
    }
  }

  /// Returns the part of a document that is the same with a cache and without.
  private func sections(of document: String) -> String {
    let end = document.components(separatedBy: "\"sections\":").last ?? ""
    return end.components(separatedBy: ",\"cache\":").first?
      .trimmingCharacters(in: CharacterSet(charactersIn: "}\n")) ?? ""
  }
}
