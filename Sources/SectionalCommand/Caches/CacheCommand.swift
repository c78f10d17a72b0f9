import Foundation
import Sectional

/// `sectional cache`: lists, explains, checks and deletes the files of section caches.
struct CacheCommand {
  let options: CacheOptions

  /// - Returns: The exit status: 3 if a cache would show anything but what a fetch shows, otherwise 0.
  func run() async throws -> Int32 {
    switch options.action {
    case .ls: StandardOutput.write(try list())
    case .rm: try remove()
    case .show: try await show()
    case .verify: return try await verify()
    }
    return 0
  }

  private func remove() throws {
    let (names, isAll) = (options.names, options.isAll)
    try options.folder.checkIsReadable()
    let files = options.folder.fileNames
    let unknown = isAll ? nil : names.first { name in !files.contains { name.isName(of: $0) } }
    do throws(SectionCacheError) {
      let removed = try options.folder.removeCaches(isAll ? nil : names)
      if options.isJSON {
        StandardOutput.write(JSONWriter.line { $0.array(removed) { $0.string($1) } })
      } else {
        for name in removed { StandardOutput.write("deleted \(TerminalText.printable(name))\n") }
        if isAll && removed.isEmpty { StandardOutput.write("there is nothing to delete\n") }
      }
    } catch {
      throw StoreError(.writeFailed, error.reason)
    }
    if let unknown { throw noCache(unknown) }
  }

  /// Returns an error that suggests the name that was probably meant.
  private func noCache(_ name: SectionCacheName) -> StoreError {
    let known = Set(options.folder.fileNames.map(SectionCacheName.name(ofFile:))).sorted()
    let advice =
      known.isEmpty
      ? "there are none in \(options.folder.path)"
      : NearestName.suggestion(for: name.name, among: known)
    return StoreError(.cannotOpen, "there is no cache \(quoted(name.name)); \(advice)")
  }

  private func list() throws(StoreError) -> String {
    try options.folder.checkIsReadable()
    let files = options.folder.fileNames.map { CacheFile($0, in: options.folder) }
    guard !options.isJSON else {
      return JSONWriter.line { writer in
        writer.array(files) { writer, file in writer.object { file.write(to: &$0) } }
      }
    }
    guard !files.isEmpty else { return "there are no caches in \(options.folder.path)\n" }
    let rows = files.map { $0.cells }
    let style = TerminalStyle.current()
    let table = TextTable(titles: CacheFile.titles, measuring: rows, style: style)
    return ([table.titleLine()] + rows.map { table.line($0) }).joined(separator: "\n") + "\n"
  }

  private func show() async throws {
    for file in try files() {
      ProgressLine.show("opening the list of \(file.name)")
      let report = await file.reportNow()
      guard !options.isJSON else {
        let line = JSONWriter.line { writer in
          writer.object { writer in
            file.write(to: &writer)
            writer.name("request")
            writer.array(file.requestLines) { $0.string($1) }
            writer.name("cache")
            writer.cacheReport(report)
          }
        }
        StandardOutput.write(line)
        continue
      }
      StandardOutput.write(CacheText(file).text(report))
    }
  }

  private func verify() async throws -> Int32 {
    var status: Int32 = 0
    for file in try files() {
      ProgressLine.show("comparing \(file.name) with its store")
      let finding = try await CacheVerification.of(file)
      if finding.isSame == false { status = 3 }
      guard !options.isJSON else {
        let line = JSONWriter.line { writer in
          writer.object { writer in
            file.write(to: &writer)
            writer.name("cache")
            writer.cacheReport(finding.report)
            writer.name("isSame")
            finding.isSame.map { writer.bool($0) } ?? writer.null()
          }
        }
        StandardOutput.writeAnswer(line)
        continue
      }
      let name = TerminalText.printable(file.name)
      StandardOutput.writeAnswer("\(name): \(TerminalText.printable(finding.sentence))\n")
    }
    return status
  }

  /// Returns the files of the caches that were named.
  private func files() throws(StoreError) -> [CacheFile] {
    try options.folder.checkIsReadable()
    var files: [CacheFile] = []
    for name in options.names {
      let own = options.folder.fileNames.filter { name.isName(of: $0) }
      guard !own.isEmpty else { throw noCache(name) }
      files += own.map { CacheFile($0, in: options.folder) }
    }
    return files
  }
}

extension SectionCacheFolder {
  /// - Throws: `StoreError` with code `cannotOpen` if there is such a folder, but its files can't be listed.
  fileprivate func checkIsReadable() throws(StoreError) {
    guard let reason = unreadableReason else { return }
    throw StoreError(.cannotOpen, "\(reason); no cache in it can be shown")
  }
}

extension JSONWriter {
  /// Returns one line of JSON.
  static func line(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes the outcome of opening a list from a cache.
  mutating func cacheReport(_ report: SectionCacheReport?) {
    guard let report else { return null() }
    object { writer in
      writer.name("outcome")
      writer.string(report.outcome.rawValue)
      writer.name("reason")
      writer.string(report.reason)
    }
  }
}
