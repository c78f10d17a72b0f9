import Foundation
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport

@testable import Sectional

/// The file of a section cache, with any bytes, under a list in an SQLite file.
@MainActor enum FuzzedCacheFile {
  /// The first byte of an input decides what is changed: the bytes as a whole, or parts of a file that the library wrote.
  static func take(_ input: [UInt8]) async throws {
    var choices = FuzzBytes(input)
    let isLong = choices.happens()
    let table = try FuzzedTable()
    try table.insert(
      (0..<20).map { [.integer($0), .text("t\($0 % 3)"), .integer($0 * 7 % 20), .null] })
    try table.execute("CREATE INDEX item_order ON item(a, b, id)")
    let cache = Cache(folder: table.folder + "/caches", isLong: isLong)
    let store = try table.store()
    _ = try await cache.picture(store)
    guard var file = cache.file else { return }
    let isAccidental = !choices.happens()
    let isWhole = choices.below(8) == 0
    file = isWhole ? choices.bytes(upTo: 255) : changed(file, &choices)
    // Whoever makes the checksums fit can tell a list anything; the program must only stay sound.
    if !isAccidental { file = mended(file) }
    try cache.replace(with: file)
    let fresh = try await Cache(folder: nil, isLong: isLong).picture(store)
    let shown = try await cache.picture(store)
    guard shown == fresh || !isAccidental else {
      throw LawViolation(.cache, "\(shown), and not \(fresh)")
    }
    if let sections = try? SectionCacheFolder(path: cache.path).sections(inFile: cache.name ?? "") {
      _ = (sections.rowCount, sections.sectionCount, sections.request, sections.origin)
    }
  }

  private static func changed(_ file: [UInt8], _ choices: inout FuzzBytes) -> [UInt8] {
    var file = file
    repeat {
      guard !file.isEmpty else { return file }
      let place = (choices.below(256) * 256 + choices.below(256)) % file.count
      switch choices.below(6) {
      case 0: file[place] ^= 1 << UInt8(choices.below(8))
      case 1: file.removeSubrange(place..<min(place + choices.below(16), file.count))
      case 2: file.insert(contentsOf: choices.bytes(upTo: 16), at: place)
      case 3: file.removeSubrange(place...)
      case 4:
        for index in place..<min(place + 4, file.count) {
          file[index] = choices.element(of: [0, 0xFF, 0x7F])
        }
      default: file[place] = choices.byte()
      }
    } while choices.happens()
    return file
  }

  /// Returns a file with the checksum of its head that fits.
  private static func mended(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= CachedSections.fixedCount else { return file }
    let counts = (0..<5).map { file.word(at: 28 + 4 * $0) }
    let headCount = counts.reduce(CachedSections.fixedCount, +)
    guard headCount <= file.count else { return file }
    let outline = headCount - counts[4]
    var file = mendedRows(file, outline..<headCount)
    let sum = Checksum.of(file, 24..<headCount)
    for byte in 0..<8 { file[16 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
    return file
  }

  /// Returns a file with a checksum of its blocks that fits, or with those of its last leaf.
  private static func mendedRows(_ file: [UInt8], _ outline: Range<Int>) -> [UInt8] {
    var file = file
    let rows = Array(file[outline.upperBound...])
    func set(_ sum: UInt64, at place: Int) {
      guard place >= outline.lowerBound, place + 8 <= outline.upperBound else { return }
      for byte in 0..<8 { file[place + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
    }
    guard !file[outline].starts(with: Array("counts".utf8)) else {
      set(Checksum.of(rows), at: outline.lowerBound + 8)
      return file
    }
    guard outline.count >= 20 else { return file }
    let filter = min(file.word(at: outline.upperBound - 20), rows.count)
    set(Checksum.of(Array(rows.dropLast(filter))), at: outline.upperBound - 16)
    set(Checksum.of(Array(rows.suffix(filter))), at: outline.upperBound - 8)
    return file
  }
}

extension FuzzedCacheFile {
  /// A list with a section cache, or without one.
  @MainActor struct Cache {
    let folder: String?
    let isLong: Bool
    var path: String { folder ?? "" }

    var name: String? { SectionCacheFolder(path: path).fileNames.first }

    var file: [UInt8]? {
      name.flatMap { FileManager.default.contents(atPath: path + "/" + $0) }.map(Array.init)
    }

    func replace(with bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(filePath: path + "/" + (name ?? "")))
    }

    /// Returns what the list shows once it is complete: its sections' names with the keys of the rows that are held, or
    /// with the number of rows.
    func picture(_ store: SQLiteStore) async throws -> [String] {
      var request = ResultsRequest<StoredRow>(
        table: "item", sortBy: [SortKey(.column("a")), SortKey(.column("b"))])
      if isLong { request.fetchWindowSize = 5 }
      let list = ResultsController(
        fetchRequest: request, store: store, sectionBy: .column("a"),
        cacheName: folder == nil ? nil : "items")
      if let folder { list.options.cache?.folder = SectionCacheFolder(path: folder) }
      try await list.performFetch()
      repeat { try await list.refresh() } while list.results.counting?.isComplete == false
      let picture = list.results.map { section in
        "\(section.name): \(isLong ? "\(section.count)" : "\(section.rows.keys)")"
      }
      await list.close()
      return picture
    }
  }
}
