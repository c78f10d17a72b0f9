import Foundation
import Sectional

/// A file of a section cache and its metadata.
struct CacheFile {
  static let titles = ["NAME", "ROWS", "SECTIONS", "BYTES", "WRITTEN", "LIST"]

  /// The cache's name.
  let name: String
  let path: String
  let byteCount: Int
  let written: Date?
  /// The contents of the file, or the error that reading it threw.
  let sections: Result<CachedSections, SectionCacheError>
  private let folder: SectionCacheFolder

  init(_ file: String, in folder: SectionCacheFolder) {
    self.folder = folder
    let nameInFolder = SectionCacheName.name(ofFile: file)
    path = "\(folder.path)/\(file)"
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    byteCount = (attributes?[.size] as? NSNumber)?.intValue ?? 0
    written = attributes?[.modificationDate] as? Date
    sections = Result { () throws(SectionCacheError) in try folder.sections(inFile: file) }
    // The file's name contains only the beginning of a long cache name.
    let arguments = CacheFile.arguments(of: try? sections.get())
    let place = arguments?.lastIndex(of: CommandOption.cache.name).map { $0 + 1 }
    name = place.flatMap { arguments?.dropFirst($0).first } ?? nameInFolder
  }

  private var kept: CachedSections? { try? sections.get() }

  /// Why the file can't be read, or `nil` if it can.
  var damage: String? {
    if case .failure(let miss) = sections { miss.reason } else { nil }
  }

  /// The arguments of the command that wrote the file, or `nil` if it can't be read or an application wrote it.
  var arguments: [String]? { CacheFile.arguments(of: kept) }

  private static func arguments(of sections: CachedSections?) -> [String]? {
    sections.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.origin.utf8)) }
  }

  /// The lines of the request, without the values of its conditions.
  var requestLines: [String] {
    (kept?.request ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("value ") }
  }

  /// The number of values that are left out of the request's lines.
  var valueCount: Int {
    (kept?.request ?? "").split(separator: "\n").count { $0.hasPrefix("value ") }
  }

  /// The cells of the file's line in a table.
  var cells: [TextTable.Cell] {
    [
      TextTable.Cell(text: name), count(kept?.rowCount),
      count(kept?.sectionCount), count(byteCount),
      TextTable.Cell(text: writtenText ?? ""),
      TextTable.Cell(text: damage ?? arguments.map(ShellWord.line) ?? "an app's list"),
    ]
  }

  private func count(_ number: Int?) -> TextTable.Cell {
    TextTable.Cell(text: number.map(CountText.grouped) ?? "", alignment: .trailing)
  }

  var writtenText: String? {
    written?.formatted(.iso8601.dateTimeSeparator(.space).timeZoneSeparator(.omitted))
  }

  /// Writes the members of a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.name("name")
    writer.string(name)
    writer.name("file")
    writer.string(path)
    writer.name("bytes")
    writer.integer(Int64(byteCount))
    writer.name("written")
    writer.string(written?.formatted(.iso8601))
    writer.name("rows")
    kept.map { writer.integer(Int64($0.rowCount)) } ?? writer.null()
    writer.name("sections")
    kept.map { writer.integer(Int64($0.sectionCount)) } ?? writer.null()
    writer.name("list")
    arguments.map { writer.array($0) { $0.string($1) } } ?? writer.null()
    writer.name("damage")
    writer.string(damage)
  }

  /// Returns the options of the list that the file belongs to, or `nil` if the file has no arguments of this command.
  func options() throws -> ListOptions? {
    guard let arguments else { return nil }
    return try ListOptions(
      Arguments(arguments, CommandName.watch.grammar), isWatching: false)
  }

  /// Returns what would happen to the cache if the list were opened now.
  func reportNow() async -> SectionCacheReport? {
    if let damage { return SectionCacheReport(missedBecause: damage) }
    do {
      guard let options = try options() else { return nil }
      let list = try await ListOwner().open(
        options.controller(over: options.store.open(), keeping: false), .sections)
      return list.cache
    } catch {
      return SectionCacheReport(
        missedBecause: "the list can't be opened: \(StoreError(wrapping: error).message)")
    }
  }
}
